// Decides whether a person’s reply counts. Pure, except for the keyed hash that signs a button’s payload.
import type { Reading } from '#src/messaging/replies/read-reply.ts'
import type { ChallengeState } from '#src/messaging/challenges/challenge.ts'
import { isToken } from '#src/messaging/wire/channel.ts'

type Mac = (label: string) => Buffer

/** The payload of a button: it can answer only this record, with only this option. */
export function signPayload(mac: Mac, recordId: string, option: number, recipient: string): string {
  return `v1.${recordId}.${option}.${prove(mac, recordId, option, recipient)}`
}

/** 48 bits suffice, because payloads cannot be guessed at: they arrive only in the vendor’s signed callbacks. */
function prove(mac: Mac, recordId: string, option: number, recipient: string): string {
  return mac(`reply|${recordId}|${option}|${recipient}`).toString('base64url').slice(0, 8)
}

export type Payload = { readonly recordId: string; readonly option: number; readonly proof: string }

const payloadForm = /^v1\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,2})\.([\w-]{8})$/

/** Undefined when the text is not one of our payloads. */
export function readPayload(text: string): Payload | undefined {
  const [, recordId, option, proof] = payloadForm.exec(text) ?? []
  if (recordId === undefined || option === undefined || proof === undefined) return undefined
  return { recordId, option: Number(option), proof }
}

/** Whether we signed the payload for this number. */
export function payloadHolds(mac: Mac, payload: Payload, recipient: string): boolean {
  const { recordId, option, proof } = payload
  return prove(mac, recordId, option, recipient) === proof
}

/** How long after its expiry a reply still counts, because the clocks of vendors differ. */
export const skewMs = 5_000

/** For how long after its expiry a no to a question still denies. */
export const lateMs = 24 * 60 * 60_000

export type ReplyDecision =
  | { readonly kind: 'replied'; readonly option: number }
  | {
      readonly kind: 'ignored'
      readonly code:
        | 'late'
        | 'already-replied'
        | 'superseded'
        | 'unparsed'
        | 'opted-out'
        | 'wrong-person'
    }

/** The first reply in time counts, however late its callback arrives; `at` is when it was given. */
export function decideReply(
  state: Pick<ChallengeState, 'repliedAt' | 'supersededAt' | 'expiresAt'>,
  reading: Reading,
  at: number,
): ReplyDecision {
  if (reading.meaning === 'opt-out') return ignored('opted-out')
  if (reading.meaning === 'wrong-person') return ignored('wrong-person')
  if (state.repliedAt !== null) return ignored('already-replied')
  if (state.supersededAt !== null) return ignored('superseded')
  if (at > state.expiresAt + skewMs) return ignored('late')
  return 'option' in reading ? { kind: 'replied', option: reading.option } : ignored('unparsed')
}

export type Answered = {
  readonly decision: ReplyDecision
  /** True for a no, which overrides every yes, whether or not it counts as the reply. */
  readonly denies: boolean
}

/** When `isMeant` is false the reply may belong to another question, so it does not count. */
export function decideAnswer(
  state: Pick<ChallengeState, 'repliedAt' | 'supersededAt' | 'expiresAt' | 'challengeKind'>,
  { reading, isMeant }: { readonly reading: Reading; readonly isMeant: boolean },
  at: number,
): Answered {
  const counted: Reading =
    isMeant || !('option' in reading) ? reading : { meaning: 'unclear', reason: 'no-code' }
  return { decision: decideReply(state, counted, at), denies: isDenial(state, reading, at) }
}

/** Whether it is a no to a question that still denies: in time, or at most `lateMs` after its expiry. */
export const isDenial = (
  { challengeKind, expiresAt }: Pick<ChallengeState, 'challengeKind' | 'expiresAt'>,
  { meaning }: Pick<Reading, 'meaning'>,
  at: number,
): boolean => meaning === 'no' && !isToken(challengeKind) && at <= expiresAt + lateMs

const ignored = (code: Extract<ReplyDecision, { kind: 'ignored' }>['code']) =>
  ({ kind: 'ignored', code }) as const
