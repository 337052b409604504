// Maps a vendor's error codes to our classes. Vendors change their codes, so an account's `failureClasses` in the
// configuration override these. A code in no table is not retried.
import type { SendOutcome } from '#src/messaging/challenges/port.ts'
import type { FailureClass } from '#src/messaging/challenges/vendor-events.ts'

/** By code as text, `21211`, or by an inclusive range, `200-299`. */
export type FailureClasses = Readonly<Record<string, FailureClass>>

type Codes = Partial<Record<FailureClass, readonly (number | string)[]>>

export const byCode = (codes: Codes): FailureClasses =>
  Object.fromEntries(
    Object.entries(codes).flatMap(([failureClass, list]) =>
      // Safe because the keys are those of `Codes`.
      list.map((code) => [String(code), failureClass as FailureClass]),
    ),
  )

/** Undefined for a code in no table, which the caller must not retry. */
export function classOf(classes: FailureClasses, code: string): FailureClass | undefined {
  if (Object.hasOwn(classes, code)) return classes[code]
  if (!/^\d+$/.test(code)) return undefined
  const number = Number(code)
  return Object.entries(classes).find(([key]) => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(key) ?? []
    return from !== undefined && number >= Number(from) && number <= Number(to)
  })?.[1]
}

/** A refusal at first acceptance, so the message was surely not taken. */
export function toRefusal(
  failureClass: FailureClass,
  code: string,
  retryAfterMs?: number,
): SendOutcome {
  switch (failureClass) {
    case 'rate':
    case 'transient':
      return deferred(failureClass, code, retryAfterMs)
    case 'recipient-transient':
      return deferred('transient', code, retryAfterMs)
    case 'bounced':
      return { kind: 'rejected', class: 'recipient', code }
    case 'recipient':
    case 'recipient-later':
    case 'unrouted':
    case 'unknown':
    case 'optout':
    case 'content':
    case 'window':
    case 'account':
    case 'fraud':
      return { kind: 'rejected', class: failureClass, code }
  }
}

const deferred = (
  failureClass: 'rate' | 'transient',
  code: string,
  retryAfterMs: number | undefined,
): SendOutcome => ({
  kind: 'deferred',
  class: failureClass,
  code,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
