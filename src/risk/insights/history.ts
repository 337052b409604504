// The sightings that a transaction leaves, and the questions that it asks of others of its tenant and mode.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { documentValue, type Question, type Sighting } from '#src/journey/velocity/store.ts'
import { cardKey, phoneKeys } from './keys.ts'
import { mailboxKey, parseMailbox } from './mailbox.ts'
import { firstNameKey } from './names.ts'

const hour = 3_600_000
const day = 24 * hour
const month = 30 * day
const everMs = 400 * day

/** More are not looked at. */
const phonesMax = 5

/** What is recorded when it is created, each value in one spelling. */
export function sightingsOf(fields: StoredFields): Sighting[] {
  const { documentType, birthdate, name = '' } = fields
  const isPerson = documentType === 'cpf'
  return [
    { kind: 'document', value: documentValue(fields) },
    ...ifGiven('email', emailKey(fields)),
    ...phoneKeys(fields)
      .slice(0, phonesMax)
      .map((value) => ({ kind: 'phone', value }) as const),
    ...ifGiven('card', cardKey(fields)),
    ...(isPerson ? ifGiven('name', firstNameKey(name)) : []),
    ...(isPerson ? ifGiven('birthdate', birthdate) : []),
  ]
}

const ifGiven = (kind: Sighting['kind'], value: string | undefined): Sighting[] =>
  value === undefined ? [] : [{ kind, value }]

function emailKey({ email = '' }: StoredFields): string | undefined {
  const mailbox = parseMailbox(email)
  return mailbox && mailboxKey(mailbox)
}

type Velocity = NonNullable<KnownFacts['velocity']>
type Asked = readonly [keyof Velocity, Question]

/** Where one fact is asked several times, the largest answer is the fact. */
export function velocityQuestions(fields: StoredFields, id: string): Asked[] {
  const own = (kind: Sighting['kind']) =>
    sightingsOf(fields).flatMap((one) => (one.kind === kind ? [one.value] : []))
  const documents = own('document')
  const device = { last: 'device', by: id } as const
  const ofDocument = (count: Question['count'], withinMs: number): Question[] =>
    documents.map((value) => ({
      of: { kind: 'document', value },
      count,
      withinMs,
      own: isKind(count) ? own(count) : [],
    }))
  const ofEach = (kind: Sighting['kind'], count: Question['count'], withinMs: number): Question[] =>
    own(kind).map((value) => ({
      of: { kind, value },
      count,
      withinMs,
      own: count === 'document' ? documents : [],
    }))
  const asked = (fact: keyof Velocity, questions: readonly Question[]): Asked[] =>
    questions.map((question) => [fact, question])
  return [
    ...asked('documentTransactionsPerDay', ofDocument('transactions', day)),
    ...asked('documentTransactionsPerHour', ofDocument('transactions', hour)),
    ...asked('emailsPerDocument', ofDocument('email', month)),
    ...asked('phonesPerDocument', ofDocument('phone', month)),
    ...asked('cardsPerDocument', ofDocument('card', month)),
    ...asked('devicesPerDocument', ofDocument('device', month)),
    ...asked('namesPerDocument', ofDocument('name', everMs)),
    ...asked('birthdatesPerDocument', ofDocument('birthdate', everMs)),
    ...asked('emailTransactionsPerHour', ofEach('email', 'transactions', hour)),
    ...asked('phoneTransactionsPerHour', ofEach('phone', 'transactions', hour)),
    ...asked('cardTransactionsPerHour', ofEach('card', 'transactions', hour)),
    ...asked('documentsPerEmail', ofEach('email', 'document', month)),
    ...asked('documentsPerPhone', ofEach('phone', 'document', month)),
    ...asked('documentsPerCard', ofEach('card', 'document', month)),
    ['documentsPerDevice', { of: device, count: 'document', withinMs: month, own: [] }],
    ['deviceAttemptsPerHour', { of: device, count: 'attempts', withinMs: hour }],
  ]
}

const isKind = (count: Question['count']): count is Sighting['kind'] =>
  count !== 'attempts' && count !== 'transactions'

/** A count of nothing is no fact: there was no such device. */
export function toVelocity(asked: readonly Asked[], counts: readonly number[]): Velocity {
  const facts: Velocity = {}
  for (const [index, [fact]] of asked.entries()) {
    const count = counts[index] ?? 0
    if (count > 0) facts[fact] = Math.max(facts[fact] ?? 0, count)
  }
  return facts
}
