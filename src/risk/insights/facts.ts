// The facts that insights provide: about a transaction's own data, sightings and look-ups.
import type { FactsQuery, FactSource, FactValues } from '#src/journey/facts/facts.ts'
import { declareFacts, declareRest } from '#src/journey/facts/vocabulary/fact.ts'
import { type KnownFacts, vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { readDocumentHistory } from '#src/journey/velocity/document-history.ts'
import { documentValue, hashesOf, isCounted } from '#src/journey/velocity/sighting.ts'
import { countSightings } from '#src/journey/velocity/store.ts'
import { type Asker, countDocument } from './document-counts.ts'
import { everMs, sightingsOf, toVelocity, velocityQuestions } from './history.ts'
import { firedAlerts, type VelocityCounts } from './velocity-alerts.ts'
import { isDefinite } from './look-ups/needed.ts'
import { readLookUps } from './look-ups/store.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { describeAddress, describeEmail, describePhones } from './derive/contact.ts'
import { describeDocument, describeName } from './derive/person.ts'
import { describeCard, describeCompany, describeVehicle } from './derive/things.ts'

const v = vocabulary

export const ownFacts: FactSource = {
  variables: {
    document: declareRest(v.document, 'type', 'checkDigitsHold'),
    name: declareFacts(v.name),
    email: declareRest(v.email, 'present', 'declaredVerified', 'verifiedByToken', 'takesMail'),
    phones: declareFacts(
      v.phones,
      ...([
        'brazilianMobile',
        'brazilianFixed',
        'foreign',
        'malformed',
        'unknownAreaCode',
      ] as const),
      ...(['repetitive', 'inState', 'outOfState'] as const),
    ),
    address: declareRest(v.address, 'zipFound', 'cityOfZip'),
    card: declareRest(v.card, 'issuedAbroad', 'prepaid', 'funding'),
    vehicle: declareFacts(v.vehicle),
    company: declareFacts(
      v.company,
      ...(['cnaes', 'malformedCnaes', 'partners', 'wrongPartners', 'representatives'] as const),
      'wrongRepresentatives',
    ),
  },
  read: async ({ sealer, transaction }) =>
    toValues(describeOwn(await readFields(sealer, transaction), transaction.now)),
}

export const velocityFacts: FactSource = {
  variables: { velocity: declareFacts(v.velocity) },
  async read(asked) {
    const fields = await readFields(asked.sealer, asked.transaction)
    const counts = isCounted(asked.transaction, fields)
      ? await countAll(asked, fields)
      : countAlone(asked, fields)
    const { corrections } = asked.transaction
    return { velocity: { ...counts, alerts: firedAlerts(counts), corrections } }
  },
}

async function countAll(
  { db, sealer, transaction }: FactsQuery,
  fields: StoredFields,
): Promise<VelocityCounts> {
  const asked = velocityQuestions(fields, transaction.id)
  const questions = asked.map(([, question]) => question)
  const document = documentValue(fields)
  const [counts, history] = await Promise.all([
    countSightings(db, sealer, transaction, questions),
    readDocumentHistory(db, sealer, transaction, { document, withinMs: everMs }),
  ])
  const asker = askerOf({ sealer, transaction }, fields)
  return {
    ...toVelocity(asked, counts),
    ...countDocument(history, asker, transaction.wallNow.getTime()),
  }
}

/** The counts of the transaction's own values alone, without other transactions. */
function countAlone(asked: FactsQuery, fields: StoredFields): VelocityCounts {
  const { id, wallNow } = asked.transaction
  const questions = velocityQuestions(fields, id)
  const asker = askerOf(asked, fields)
  const now = wallNow.getTime()
  const alone = { id, firstAt: now, lastAt: now, values: {} }
  return {
    ...toVelocity(
      questions,
      questions.map(([, { of }]) => ('last' in of ? 0 : 1)),
    ),
    ...countDocument({ isAllowed: false, transactions: [alone] }, asker, now),
  }
}

function askerOf(
  { sealer, transaction }: Pick<FactsQuery, 'sealer' | 'transaction'>,
  fields: StoredFields,
): Asker {
  const shown = sightingsOf(fields).map((one) => ({
    kind: one.kind,
    hashes: hashesOf(sealer, transaction, one).map((hash) => hash.toString('hex')),
  }))
  const kinds = new Set(shown.map(({ kind }) => kind))
  const values = [...kinds].map((kind) => [
    kind,
    shown.filter((one) => one.kind === kind).map(({ hashes }) => hashes),
  ])
  return { id: transaction.id, values: Object.fromEntries(values) }
}

export const lookUpFacts: FactSource = {
  variables: {
    email: declareFacts(v.email, 'takesMail'),
    address: declareFacts(v.address, 'zipFound', 'cityOfZip'),
  },
  async read({ db, sealer, transaction }) {
    const known = await readLookUps(db, sealer, transaction)
    const definite = known.filter((one) => isDefinite(one, transaction.wallNow))
    return toValues(Object.assign({}, ...definite.map(({ facts }) => facts)))
  },
}

const toValues = (facts: KnownFacts): FactValues => ({ ...facts }) as FactValues

/** All facts about a transaction’s own data beside those of its capability. Pure: `now` is the transaction's clock. */
export function describeOwn(fields: StoredFields, now: Date): KnownFacts {
  const { type: _type, ...document } = describeDocument(fields, now)
  return {
    document,
    name: describeName(fields),
    email: describeEmail(fields),
    phones: describePhones(fields),
    address: describeAddress(fields),
    card: describeCard(fields),
    vehicle: describeVehicle(fields, now),
    company: describeCompany(fields),
  }
}
