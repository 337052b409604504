// Signs in to the console as a person does: by a one-time link, which gives a browser its cookie.
import { linkPath, writeLink } from '#src/platform/sign-in/links.ts'
import { type Answer, type CallOptions, toBody } from './app.ts'
import { type Claims, everyScope, mintToken } from './token.ts'

type Serving = { readonly linksFolder: string }

/** For `page.goto`: opens the console of a running service, signed in; every scope unless the claims say others. */
export const consoleLink = async (
  { url, linksFolder }: Serving & { readonly url: string },
  claims: Claims = {},
): Promise<string> => `${url}${await signInPath({ linksFolder }, claims)}`

export async function signInPath({ linksFolder }: Serving, claims: Claims = {}): Promise<string> {
  const credential = await mintToken({ sub: 'somebody', scope: everyScope, ...claims })
  return linkPath(await writeLink(linksFolder, credential))
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>

export type Browser = {
  /** `name=token`, as a request bears it. */
  readonly cookie: string
  readonly csrf: string
  /** As a page of the service does, with the CSRF token. */
  readonly call: (
    method: string,
    path: string,
    options?: Omit<CallOptions, 'claims'>,
  ) => Promise<Answer>
}

/** The cookie that an answer sets, as a request bears it. */
export const cookieOf = (answer: Response): string =>
  (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''

/** Follows a link without a browser; `ask` sends a request to the service. */
export async function signIn(serving: Serving, ask: Fetch, claims: Claims = {}): Promise<Browser> {
  const entered = await ask(await signInPath(serving, claims), { redirect: 'manual' })
  if (entered.status !== 303) throw new Error(`the link answered ${entered.status}`)
  return browserOf(cookieOf(entered), ask)
}

export async function browserOf(cookie: string, ask: Fetch): Promise<Browser> {
  const session = await ask('/v1/session', { headers: { cookie } })
  // Safe because the route declares it.
  const { csrf = '' } = (await session.json()) as { readonly csrf?: string }
  return {
    cookie,
    csrf,
    async call(method, path, { body, headers = {} } = {}) {
      const json = body !== undefined
      return ask(path, {
        method,
        headers: {
          cookie,
          'x-csrf-token': csrf,
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json && { body: toBody(body) }),
      })
    },
  }
}
