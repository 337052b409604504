// Signs in by a one-time link of a local start. Only a person's GET uses the link up: automatic requests (HEAD, a
// browser’s prefetching, a page of another site) do not.
import type { Context } from 'hono'
import { z } from 'zod'
import { Problem } from '#src/platform/errors.ts'
import type { Authenticate } from '#src/platform/http/auth/authenticate.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { type BeginDeps, beginSession, isAdmitted } from './begin.ts'
import { hashCode, takeLink } from './links.ts'
import { pageHeaders } from './page.ts'
import { type SignInPages, shown } from './pages.ts'

const linkRoute = defineRoute({
  tag: 'Console',
  auth: 'link',
  hidden: true,
  method: 'get',
  paths: ['/console/sign-in/link/{code}'],
  operationId: 'followSignInLink',
  summary: 'Sign in by a one-time link of the local start',
  request: { param: z.object({ code: z.string() }) },
  responses: {
    303: { description: 'Signed in: to the console' },
    401: shown('The link is good no longer'),
    403: shown('The tenant may not use the service now'),
    429: shown('Too many tries'),
  },
  problems: [],
})

export type LinkDeps = BeginDeps & {
  readonly authenticate: Authenticate
  readonly linksFolder: string
}

export const linkRoutes = (deps: LinkDeps, pages: SignInPages): Mounted[] => [
  mount(linkRoute, async ({ request, c, requestId }) => {
    if (pages.isOften(c)) return reply(429, pages.write(c, { refused: 'often' }), pageHeaders)
    const { code } = request.param
    const refused = () => reply(401, pages.write(c, { refused: 'link' }), pageHeaders)
    if (!isFollowed(c)) return refused()
    const principal = await redeem(deps, code)
    if (!principal) return refused()
    if (!isAdmitted(deps, principal))
      return reply(403, pages.write(c, { refused: 'rights' }), pageHeaders)
    const cookie = await beginSession(deps, c, { principal, origin: hashCode(code), requestId })
    if (cookie === undefined) return refused()
    return reply(303, undefined, { location: '/console', 'set-cookie': cookie })
  }),
]

/** Whether a person opened the address, and not a program. */
function isFollowed(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  const isForeign = site === 'cross-site' || site === 'same-site'
  return c.req.method === 'GET' && !isForeign && c.req.header('sec-purpose') === undefined
}

/** The principal behind the link; undefined if the link is unknown or was used. */
async function redeem(
  { authenticate, linksFolder }: LinkDeps,
  code: string,
): Promise<Principal | undefined> {
  const credential = await takeLink(linksFolder, code)
  if (credential === undefined) return undefined
  try {
    return await authenticate(`Bearer ${credential}`)
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthorized') return undefined
    throw error
  }
}
