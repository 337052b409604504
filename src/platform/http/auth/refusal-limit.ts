// How often an address is told that its credential is none, and a credential that it may not: then it is told to wait.
// What is good is looked at first and never counted, so that nobody is refused by what others at an address do.
import { errors, Problem } from '#src/platform/errors.ts'
import { createNamedLimit } from '../request/address-limit.ts'
import { networkOf } from '../request/address.ts'
import type { Principal } from '../route.ts'

export type Refused = {
  readonly address: string | undefined
  readonly principal: Principal | undefined
}

/** The status that a request would end with → 0, or the seconds that its caller is told to wait. */
export type RefusalLimit = (status: number, refused: Refused) => number

/** Of each, and as many at once. */
const perSecond = 20

export function createRefusalLimit(now: () => number = () => performance.now()): RefusalLimit {
  const rate = { burst: perSecond, perSecond }
  const unauthorized = createNamedLimit(rate)
  const forbidden = createNamedLimit(rate)
  return (status, { address, principal }) => {
    if (status === 401 && address !== undefined) return unauthorized.take(networkOf(address), now())
    if (status === 403 && principal) return forbidden.take(nameOf(principal), now())
    return 0
  }
}

/** The key, else whoever the token is of; else all of the tenant. */
export const nameOf = ({ tenant, mode, keyId, actor, client }: Principal): string =>
  [mode, tenant, keyId ?? actor ?? client ?? ''].join('/')

/** The answer to a refusal: itself, or 429 where it comes too often. */
export function slowDown(limit: RefusalLimit, error: unknown, refused: Refused): unknown {
  if (!(error instanceof Problem)) return error
  const wait = limit(errors[error.code].status, refused)
  return wait > 0 ? tooOften(wait, error.code) : error
}

/** `reason`: what it would have been. */
export const tooOften = (seconds: number, reason: string) =>
  new Problem('rate-limited', { reason, headers: { 'retry-after': String(seconds) } })
