// Interprets a person's answer. Pure, but for the keyed function that signs a button's payload.
import { type Answer, type Options, readAnswer } from './answers.ts'
import type { ChallengeState } from '../challenge.ts'

type Mac = (label: string) => Buffer

/** What a button of ours sends back: whoever holds it can answer this record with this option alone. */
export function signPayload(mac: Mac, recordId: string, option: number, recipient: string): string {
  return `v1.${recordId}.${option}.${prove(mac, recordId, option, recipient)}`
}

/** 48 bits, and no way to try: a payload only comes from the vendor, signed. */
function prove(mac: Mac, recordId: string, option: number, recipient: string): string {
  return mac(`reply|${recordId}|${option}|${recipient}`).toString('base64url').slice(0, 8)
}

export type Payload = { readonly recordId: string; readonly option: number; readonly proof: string }

const payloadForm = /^v1\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,2})\.([\w-]{8})$/

/** Undefined for what is no payload of ours. */
export function readPayload(text: string): Payload | undefined {
  const [, recordId, option, proof] = payloadForm.exec(text) ?? []
  if (recordId === undefined || option === undefined || proof === undefined) return undefined
  return { recordId, option: Number(option), proof }
}

/** Whether we wrote it for this number. */
export function payloadHolds(mac: Mac, payload: Payload, recipient: string): boolean {
  const { recordId, option, proof } = payload
  return prove(mac, recordId, option, recipient) === proof
}

const notWord = '[^\\p{L}\\p{N}]'

/** What stands beside a record's reply code: of `47 1`, `471` and `1 47` it is `1`; undefined without the code. */
export function withoutCode(text: string, code: string): string | undefined {
  const plain = text.normalize('NFKC')
  const before = new RegExp(`^${notWord}*${code}${notWord}*([\\p{L}\\p{N}][^]*)$`, 'u')
  const after = new RegExp(`^([^]*[\\p{L}\\p{N}])${notWord}+${code}${notWord}*$`, 'u')
  return (before.exec(plain) ?? after.exec(plain))?.[1]
}

/** The rest of a text that begins with digits that may be a code. */
export function withoutAnyCode(text: string): string {
  const form = new RegExp(`^${notWord}*\\d{2,4}(?!\\d)${notWord}*`, 'u')
  return text.normalize('NFKC').replace(form, '')
}

type Asked = {
  readonly replyCode: string | null
  /** Without its code nothing that is typed is an answer to it. */
  readonly needsCode?: boolean
  readonly isOpen?: boolean
}

/** The answer to one record: with its code or, unless the code must be there, without. */
export function readAnswerTo(
  text: string,
  { replyCode, needsCode = false, isOpen = true }: Asked,
  options: Options,
): Answer | undefined {
  const rest = replyCode === null ? undefined : withoutCode(text, replyCode)
  if (rest !== undefined) return readAnswer(rest, options, isOpen)
  const said = readAnswer(text, options, isOpen)
  return needsCode && typeof said === 'number' ? undefined : said
}

/** How much later than its expiry an answer may have been given, because clocks differ. */
export const skewMs = 5_000

export type ReplyDecision =
  | { readonly kind: 'replied'; readonly option: number }
  | {
      readonly kind: 'ignored'
      readonly code: 'late' | 'already-replied' | 'superseded' | 'unparsed' | 'opted-out'
    }

/** The first answer in time counts, however late its callback comes; `at` is when it was given. */
export function decideReply(
  state: Pick<ChallengeState, 'repliedAt' | 'supersededAt' | 'expiresAt'>,
  answer: Answer | undefined,
  at: number,
): ReplyDecision {
  if (answer === 'opt-out') return ignored('opted-out')
  if (state.repliedAt !== null) return ignored('already-replied')
  if (state.supersededAt !== null) return ignored('superseded')
  if (at > state.expiresAt + skewMs) return ignored('late')
  return typeof answer === 'number' ? { kind: 'replied', option: answer } : ignored('unparsed')
}

const ignored = (code: Extract<ReplyDecision, { kind: 'ignored' }>['code']) =>
  ({ kind: 'ignored', code }) as const
