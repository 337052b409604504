// What a vendor's error code means for us. Vendors change them: an account's `failureClasses` in the
// configuration add to and replace these. A code in no table is not tried again.
import type { FailureClass, SendResult } from '#src/challenges/port.ts'

/** By code as text, `21211`, or by an inclusive range, `200-299`. */
export type FailureClasses = Readonly<Record<string, FailureClass>>

type Codes = Partial<Record<FailureClass, readonly (number | string)[]>>

const byCode = (codes: Codes): FailureClasses =>
  Object.fromEntries(
    Object.entries(codes).flatMap(([failureClass, list]) =>
      // Safe because the keys are those of `Codes`.
      list.map((code) => [String(code), failureClass as FailureClass]),
    ),
  )

export const twilioClasses = byCode({
  // 1013 and 1026 are WhatsApp's older names of 63003 and 63024, 470 and 429 of 63016 and 63018.
  recipient: [21211, 21614, 21635, 30005, 30006, 63003, 63024, 63032, 1013, 1026],
  optout: [21610, 30004, 63033],
  'recipient-transient': [30003, 30008, 30017, 30410],
  rate: [20429, 30001, 21611, 30022, 14107, 63018, 429],
  fraud: [30450, 30453, 60410, 60605],
  content: [30007, 63013, 63016, 63028, 21617, 470],
  account: [20003, 21408, 21606, 21608, 21612, 30002, 63001, 63015, 63038],
})

/** A template or a request as it was set up, which an operator mends. */
const metaTemplates = [
  132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 131008, 131009, 131051, 100, 33,
  131062, 131063,
]
/** Credentials, permissions, locks and bills; 131030 is the list of a test number. */
const metaAccount = [
  0,
  190,
  3,
  10,
  '200-299',
  131005,
  368,
  131031,
  130497,
  131042,
  131045,
  131037,
  131030,
]

export const metaClasses = byCode({
  recipient: [131026, 131021, 130472, 131049, 131050, 137000],
  // The window is closed: what is not a template cannot go out.
  content: [131047],
  account: [...metaTemplates, ...metaAccount],
  rate: [4, 80007, 130429, 131056, 131048, 133016],
  transient: [1, 2, 131000, 131016, 131057, 131053],
})

/** Zenvia's names: of its errors, and of the states of a message that failed. */
export const zenviaClasses = byCode({
  account: ['AUTHENTICATION_ERROR', 'NOT_FOUND'],
  content: ['VALIDATION_ERROR', 'DUPLICATED', 'REJECTED'],
  // Said of the device, with a cause that only the carrier knows.
  'recipient-transient': ['NOT_DELIVERED'],
})

/** Undefined for a code in no table: whoever asks decides, and does not try again. */
export function classOf(classes: FailureClasses, code: string): FailureClass | undefined {
  if (Object.hasOwn(classes, code)) return classes[code]
  if (!/^\d+$/.test(code)) return undefined
  const number = Number(code)
  return Object.entries(classes).find(([key]) => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(key) ?? []
    return from !== undefined && number >= Number(from) && number <= Number(to)
  })?.[1]
}

/** A refusal at first acceptance. The message surely was not taken. */
export function toRefusal(
  failureClass: FailureClass,
  code: string,
  retryAfterMs?: number,
): SendResult {
  switch (failureClass) {
    case 'rate':
    case 'transient':
      return deferred(failureClass, code, retryAfterMs)
    case 'recipient-transient':
      return deferred('transient', code, retryAfterMs)
    case 'recipient':
    case 'optout':
    case 'content':
    case 'account':
    case 'fraud':
      return { kind: 'rejected', class: failureClass, code }
  }
}

const deferred = (
  failureClass: 'rate' | 'transient',
  code: string,
  retryAfterMs: number | undefined,
): SendResult => ({
  kind: 'deferred',
  class: failureClass,
  code,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
})
