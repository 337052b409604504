// Derives all facts of a transaction's own data, beside those of its capability.
import type { KnownFacts } from '#src/journey/facts/vocabulary/vocabulary.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { describeAddress, describeEmail, describePhones } from './contact.ts'
import { describeDocument, describeName } from './person.ts'
import { describeCard, describeCompany, describeVehicle } from './things.ts'

/** Pure: `now` is the transaction's own. */
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
