// Limits how many 401 answers an address gets, and how many 403 answers a credential gets; beyond the limit the answer
// is 429. Valid requests are never counted, so that callers behind one address do not block each other.
import { errors, Problem } from '#src/platform/errors.ts'
import { createNamedLimit } from '../request/address-limit.ts'
import { networkOf } from '../request/address.ts'
import type { Principal } from '../route.ts'

export type Refused = {
  readonly address: string | undefined
  readonly principal: Principal | undefined
}

/** Takes the status of the refusal; returns 0, or the seconds that the caller must wait. */
export type RefusalLimit = (status: number, refused: Refused) => number

/** The rate for each caller, which is also the burst. */
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

/** Names the caller: by API key, otherwise by the token’s subject or client. */
export const nameOf = ({ tenant, mode, keyId, actor, client }: Principal): string =>
  [mode, tenant, keyId ?? actor ?? client ?? ''].join('/')

/** The error itself, or 429 where refusals come too often. */
export function slowDown(limit: RefusalLimit, error: unknown, refused: Refused): unknown {
  if (!(error instanceof Problem)) return error
  const wait = limit(errors[error.code].status, refused)
  return wait > 0 ? tooOften(wait, error.code) : error
}

/** `reason` is the code of the refusal that 429 replaces. */
export const tooOften = (seconds: number, reason: string) =>
  new Problem('rate-limited', { reason, headers: { 'retry-after': String(seconds) } })
