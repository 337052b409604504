// A sign-in in progress at an issuer, sealed in a cookie of the browser that began it, so that no other browser can
// complete it (login CSRF).
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { clearCookie, readCookie, writeCookie } from '#src/platform/sessions/cookie.ts'

const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path of the console to which the person returns. */
  to: z.string(),
})
export type Flow = z.output<typeof Flow>

const seconds = 600
const label = 'sign-in-flow'

type Deps = { readonly sealer: Pick<Sealer, 'secretsFor'>; readonly pagesUrl: string }

/** Each sign-in has its own cookie, so that two tabs can sign in at once. */
const purposeOf = (state: string) => `sign-in-${hashState(state).toString('hex', 0, 6)}`

/** The hash of a state serves as the origin of its session, so that it opens only one. */
export const hashState = (state: string): Buffer =>
  createHash('sha256').update(`state ${state}`).digest()

/** Resolves to the cookie; the flow is valid only for the issuer of this name. */
export async function writeFlow(
  { sealer, pagesUrl }: Deps,
  issuer: string,
  flow: Flow,
): Promise<string> {
  const [current] = sealer.secretsFor(label)
  if (!current) throw new Error('the keyring has no hash key')
  const value = await new EncryptJWT(flow)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(issuer)
    .setExpirationTime(`${seconds}s`)
    .encrypt(current.secret)
  return writeCookie(pagesUrl, { purpose: purposeOf(flow.state), value, site: 'Lax', seconds })
}

export const clearFlow = (pagesUrl: string, state: string): string =>
  clearCookie(pagesUrl, purposeOf(state))

/** Undefined if this browser began no such sign-in at this issuer within the last ten minutes. */
export async function readFlow(
  { sealer, pagesUrl }: Deps,
  { req }: Context,
  { issuer, state }: { readonly issuer: string; readonly state: string },
): Promise<Flow | undefined> {
  const value = readCookie(req, pagesUrl, purposeOf(state))
  if (value === undefined) return undefined
  for (const { secret } of sealer.secretsFor(label)) {
    const { payload } = await open(value, secret, issuer)
    const flow = Flow.safeParse(payload)
    if (flow.success) return flow.data.state === state ? flow.data : undefined
  }
  return undefined
}

const open = (value: string, secret: Buffer, audience: string) =>
  jwtDecrypt(value, secret, {
    audience,
    requiredClaims: ['exp'],
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  }).catch(() => ({ payload: undefined }))

/** The path to return to: one of the console, never another site; by default its first page. */
export function returnPath(to: string | undefined): string {
  const url = to === undefined || to.length > 1_000 ? null : URL.parse(to, 'http://console.invalid')
  if (url?.origin !== 'http://console.invalid' || url.username !== '') return '/console'
  const isConsole = url.pathname === '/console' || url.pathname.startsWith('/console/')
  const isSignIn = /^\/console\/(?:sign-in|signed-out)/.test(url.pathname)
  return isConsole && !isSignIn ? `${url.pathname}${url.search}` : '/console'
}
