// Which checks are a run's own: about the transaction's person or company, or about who stands behind it. Whom else the
// client has had checked is nobody of the run's.
import type { FactsAsked } from '#src/journey/facts/facts.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import { readFields, type StoredTransaction } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { isOwn } from '#src/screening/facts/ownership.ts'
import type { Listed } from '#src/screening/facts/company-facts.ts'
import { partiesOf } from '#src/screening/facts/parties.ts'
import { readRegistered } from '#src/screening/facts/registered.ts'
import type { CompanySubject, PersonSubject } from '#src/screening/wire/request.ts'

export type CheckedSubject = {
  readonly port: 'person-check' | 'company-check'
  readonly subject: PersonSubject | CompanySubject
}

type Opener = Pick<StoredTransaction, 'tenant' | 'mode' | 'id' | 'key' | 'fields' | 'clockOffsetMs'>

/** Of each of them whether it is. The register is read only where the client's own words do not say. */
export async function areOwn(
  db: Db,
  sealer: Sealer,
  opener: Opener,
  all: readonly CheckedSubject[],
): Promise<boolean[]> {
  const fields = await readFields(sealer, opener)
  const isSent = all.map((one) => isOfRun(one, fields))
  if (!isSent.includes(false) || fields.documentType !== 'cnpj') return isSent
  const registered = await readRegistered(askedNow(db, sealer, opener), fields)
  return all.map((one) => isOfRun(one, fields, registered))
}

const isOfRun = (
  { port, subject }: CheckedSubject,
  fields: StoredFields,
  registered: Listed = [],
): boolean =>
  isOwn(port, subject, fields) ||
  (fields.documentType === 'cnpj' &&
    partiesOf(fields, registered).some(({ isAbout }) => isAbout(subject, port) === true))

function askedNow(db: Db, sealer: Sealer, opener: Opener): FactsAsked {
  const wallNow = new Date()
  const now = new Date(wallNow.getTime() + opener.clockOffsetMs)
  // Whom the register names is so whatever a client has corrected.
  const asItIs = { corrections: 0, takenBack: {} }
  return { db, sealer, transaction: { ...opener, ...asItIs, now, wallNow } }
}
