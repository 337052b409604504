// Plans the outcome of a sandbox message by the last four digits of its number. Pure: the vendor's answer, and its
// later reports.
import type { Channel } from '#src/messaging/wire/channel.ts'

/** The table of magic endings, as the API's documentation shows it. */
export const endings = {
  '0001': 'sent and delivered, on WhatsApp read too',
  '0002':
    'the number does not exist: an SMS is refused at once, a WhatsApp message is accepted and then reported as failed',
  '0003': 'accepted, and nothing is ever reported',
  '0004': 'reported as delivered, and only then as sent',
  '0005': 'every report comes three times at once',
  '0006': 'delivered, and answered with option 1',
  '0007': 'delivered, and answered with option 2',
  '0008': 'delivered, and answered with option 1 seven seconds after it has expired',
  '0009': 'too many requests (429) at the first attempt, accepted at the second',
  '0010': 'the vendor hangs until its time is up, yet the message goes out and is reported',
  '0011': 'the reports come before the vendor has answered the request that sends it',
  '0012': 'WhatsApp: read without ever being delivered; SMS: sent, and no delivery receipt',
  '0013': 'reported as failed, and then as delivered after all',
  '0014': 'delivered, and answered with `SAIR`: the number gets nothing more until it says `START`',
  '0015': 'an SMS: its SIM was changed an hour ago, where the tenant asks; delivered otherwise',
} as const

export type Ending = keyof typeof endings

export type PlannedEvent =
  | { readonly kind: 'status'; readonly deliveryStatus: 'sent' | 'delivered' | 'read' }
  /** `permanent` means that the recipient does not exist. */
  | { readonly kind: 'status'; readonly deliveryStatus: 'failed'; readonly permanent: boolean }
  | { readonly kind: 'answer'; readonly option: number }
  | { readonly kind: 'text'; readonly text: string }

/** `afterMs` counts from the vendor's answer; events of the same moment are reported side by side. */
export type PlannedCallback = { readonly afterMs: number; readonly event: PlannedEvent }

/** The magic ending of a number in E.164; undefined for a number without one. */
export function readEnding(e164: string): Ending | undefined {
  const last = e164.slice(-4)
  // Safe because the name was checked to be an own key of the object.
  return Object.hasOwn(endings, last) ? (last as Ending) : undefined
}

/**
 * The vendor's answer; with `hang` and `reports-first` it takes the message nevertheless. A number without a magic
 * ending is accepted.
 */
export function planAnswer(
  ending: Ending | undefined,
  channel: Channel,
  attempt: number,
): 'accept' | 'refuse' | 'too-many' | 'hang' | 'reports-first' {
  // Meta reports this later, because it learns it from the phone.
  if (ending === '0002' && channel === 'sms') return 'refuse'
  if (ending === '0009' && attempt === 1) return 'too-many'
  if (ending === '0010') return 'hang'
  return ending === '0011' ? 'reports-first' : 'accept'
}

/** The vendor's reports about an accepted message, in their order. */
export function planCallbacks(ending: Ending | undefined, channel: Channel): PlannedCallback[] {
  const usual = channel === 'sms' ? [sent, delivered] : [sent, delivered, read]
  const special = ending && specials[ending]
  return special ? special(usual, channel) : usual
}

/** The callbacks after the record has expired; `afterMs` counts from its expiry. */
export function planAfterExpiry(ending: Ending | undefined): PlannedCallback[] {
  // A reply still counts in the first five seconds after the expiry.
  return ending === '0008' ? [{ afterMs: 7_000, event: { kind: 'answer', option: 1 } }] : []
}

const answerMs = 2_400
const deliveredAfterFailureMs = 1_600

const status = (
  deliveryStatus: 'sent' | 'delivered' | 'read',
  afterMs: number,
): PlannedCallback => ({ afterMs, event: { kind: 'status', deliveryStatus } })
const sent = status('sent', 300)
const delivered = status('delivered', 800)
const read = status('read', 1_600)
const at = ({ event }: PlannedCallback, afterMs: number): PlannedCallback => ({ afterMs, event })
const answer = (option: number): PlannedCallback => ({
  afterMs: answerMs,
  event: { kind: 'answer', option },
})
const failed = (permanent: boolean): PlannedCallback => ({
  afterMs: 800,
  event: { kind: 'status', deliveryStatus: 'failed', permanent },
})

type Special = (usual: PlannedCallback[], channel: Channel) => PlannedCallback[]

/** The endings whose reports are not the usual ones. */
const specials: Partial<Record<Ending, Special>> = {
  '0002': (_, channel) => (channel === 'sms' ? [] : [failed(true)]),
  '0003': () => [],
  '0004': () => [at(delivered, sent.afterMs), at(sent, delivered.afterMs)],
  '0005': (usual) => usual.flatMap((callback) => [callback, callback, callback]),
  '0006': (usual) => [...usual, answer(1)],
  '0007': (usual) => [...usual, answer(2)],
  '0012': (_, channel) => (channel === 'sms' ? [sent] : [sent, read]),
  '0013': () => [sent, failed(false), at(delivered, deliveredAfterFailureMs)],
  '0014': (usual) => [...usual, { afterMs: answerMs, event: { kind: 'text', text: 'SAIR' } }],
}
