// What a person's answer means. Pure, but for the keyed function that signs what a button sends back.
import type { ChallengeFacts } from './challenge.ts'

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

type Options = readonly { readonly option: number; readonly label: string }[]

export type Answer = number | 'opt-out' | 'opt-in'

const words: Readonly<Record<string, Answer>> = {
  1: 1,
  SIM: 1,
  S: 1,
  YES: 1,
  Y: 1,
  OK: 1,
  2: 2,
  NAO: 2,
  N: 2,
  NO: 2,
  STOP: 'opt-out',
  PARE: 'opt-out',
  PARAR: 'opt-out',
  SAIR: 'opt-out',
  CANCELAR: 'opt-out',
  START: 'opt-in',
  UNSTOP: 'opt-in',
  VOLTAR: 'opt-in',
}

const wordsMax = 64

/** What a typed text says: a number or label of the question, a usual word, or nothing that is known. */
export function readAnswer(text: string, options: Options = []): Answer | undefined {
  const word = normalise(text)
  if (word === '') return undefined
  const asked = options.find(
    ({ option, label }) => word === String(option) || word === normalise(label),
  )
  return asked?.option ?? (Object.hasOwn(words, word) ? words[word] : undefined)
}

/** `Não!` and `1️⃣` are `NAO` and `1`. */
function normalise(text: string): string {
  const plain = text
    .slice(0, wordsMax * 4)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
  return plain
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase()
}

/** `47 1` and `471` for a sender that tenants share: the record's tag, and its answer. */
export function splitTag(text: string): { tag: string; rest: string } | undefined {
  const [, tag, rest] = /^\W*(\d\d)\W*(\S[^]*)$/.exec(text.normalize('NFKC')) ?? []
  return tag === undefined || rest === undefined ? undefined : { tag, rest }
}

/** The answer to one record: with its tag or, when it is known which one is meant, without. */
export function readAnswerTo(
  text: string,
  { tag }: { readonly tag: string | null },
  options: Options,
): Answer | undefined {
  const split = tag === null ? undefined : splitTag(text)
  return split?.tag === tag ? readAnswer(split?.rest ?? '', options) : readAnswer(text, options)
}

/** How much later than its expiry an answer may have been given, because clocks differ. */
export const skewMs = 5_000

export type ReplyDecision =
  | { readonly kind: 'replied'; readonly option: number }
  | {
      readonly kind: 'ignored'
      readonly code: 'late' | 'already-replied' | 'superseded' | 'unparsed' | 'opted-out'
    }

/** The first answer in time counts, however late we hear of it; `at` is when it was given. */
export function decideReply(
  facts: Pick<ChallengeFacts, 'repliedAt' | 'supersededAt' | 'expiresAt'>,
  answer: Answer | undefined,
  at: number,
): ReplyDecision {
  if (answer === 'opt-out') return ignored('opted-out')
  if (facts.repliedAt !== null) return ignored('already-replied')
  if (facts.supersededAt !== null) return ignored('superseded')
  if (at > facts.expiresAt + skewMs) return ignored('late')
  return typeof answer === 'number' ? { kind: 'replied', option: answer } : ignored('unparsed')
}

const ignored = (code: Extract<ReplyDecision, { kind: 'ignored' }>['code']) =>
  ({ kind: 'ignored', code }) as const
