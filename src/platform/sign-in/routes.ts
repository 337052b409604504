// The routes of the console's sign-in, which need no credential.
import type { Authenticate } from '#src/platform/http/auth/authenticate.ts'
import type { Mounted } from '#src/platform/http/route.ts'
import { type IssuerDeps, issuerRoutes } from './issuer-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { createSignInPages, pageRoutes } from './pages.ts'

export type SignInDeps = IssuerDeps & {
  readonly authenticate: Authenticate
  /** The folder of one-time links; without it no link signs in. */
  readonly linksFolder: string | undefined
  readonly proxyHops: number
}

export function signInRoutes(deps: SignInDeps): Mounted[] {
  const { linksFolder, proxyHops } = deps
  const takesLinks = linksFolder !== undefined
  const pages = createSignInPages({ takesLinks, proxyHops, issuers: deps.sessionIssuers.all })
  return [
    ...pageRoutes(pages),
    ...issuerRoutes(deps, pages),
    ...(linksFolder === undefined ? [] : linkRoutes({ ...deps, linksFolder }, pages)),
  ]
}
