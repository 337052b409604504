// The sightings that a transaction leaves, and the counts that it asks for within its tenant and mode.
import { mailboxKey, parseMailbox } from '#src/journey/transaction/mailbox.ts'
import { isPerson } from '#src/journey/transaction/rules.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { documentValue, type Question, type Sighting } from '#src/journey/velocity/sighting.ts'
import { cardKey, phoneKeys } from './keys.ts'
import { firstNameKey } from './names.ts'
import type { VelocityCounts } from './velocity-alerts.ts'

const hour = 3_600_000
const day = 24 * hour
const month = 30 * day
/** For how long names and birth dates of a document are counted. */
export const everMs = 400 * day

/** The most phones of a transaction that are counted. */
const phonesMax = 5

/** The values that are recorded at the creation, each in one spelling. */
export function sightingsOf(fields: StoredFields): Sighting[] {
  const { birthdate, name = '' } = fields
  const ofPerson = isPerson(fields)
  return [
    { kind: 'document', value: documentValue(fields) },
    ...ifGiven('email', emailKey(fields)),
    ...phoneKeys(fields)
      .slice(0, phonesMax)
      .map((value) => ({ kind: 'phone', value }) as const),
    ...ifGiven('card', cardKey(fields)),
    ...(ofPerson ? ifGiven('name', firstNameKey(name)) : []),
    ...(ofPerson ? ifGiven('birthdate', birthdate) : []),
  ]
}

const ifGiven = (kind: Sighting['kind'], value: string | undefined): Sighting[] =>
  value === undefined ? [] : [{ kind, value }]

function emailKey({ email = '' }: StoredFields): string | undefined {
  const mailbox = parseMailbox(email)
  return mailbox && mailboxKey(mailbox)
}

type CountName = keyof VelocityCounts
type Asked = readonly [CountName, Question]

/**
 * Questions about the values that it shows beside its document; if one fact has several questions, the largest count is
 * the fact. Documents are counted rather than transactions, so that all transactions of one document count once.
 */
export function velocityQuestions(fields: StoredFields, id: string): Asked[] {
  const own = (kind: Sighting['kind']) =>
    sightingsOf(fields).flatMap((one) => (one.kind === kind ? [one.value] : []))
  const documents = own('document')
  const device = { last: 'device', by: id } as const
  const ofEach = (fact: CountName, kind: Sighting['kind'], withinMs: number): Asked[] =>
    own(kind).map((value) => [
      fact,
      { of: { kind, value }, count: 'document', withinMs, own: documents },
    ])
  return [
    ...ofEach('emailTransactionsPerHour', 'email', hour),
    ...ofEach('phoneTransactionsPerHour', 'phone', hour),
    ...ofEach('cardTransactionsPerHour', 'card', hour),
    ...ofEach('documentsPerEmail', 'email', month),
    ...ofEach('documentsPerPhone', 'phone', month),
    ...ofEach('documentsPerCard', 'card', month),
    ['documentsPerDevice', { of: device, count: 'document', withinMs: month, own: [] }],
    ['deviceAttemptsPerHour', { of: device, count: 'document', withinMs: hour, own: [] }],
  ]
}

/** A count of zero is no fact, because it means that there was no such device. */
export function toVelocity(asked: readonly Asked[], counts: readonly number[]): VelocityCounts {
  const facts: { -readonly [Name in CountName]?: number } = {}
  for (const [index, [fact]] of asked.entries()) {
    const count = counts[index] ?? 0
    if (count > 0) facts[fact] = Math.max(facts[fact] ?? 0, count)
  }
  return facts
}
