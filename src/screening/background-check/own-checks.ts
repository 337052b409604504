// Which checks are a run's own: about the transaction's person or company, or about who stands behind it. Whom else the
// client has had checked is nobody of the run's.
import type { FactsQuery } from '#src/journey/facts/facts.ts'
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

/** About the own person or company, or about who stands behind it; undefined: about somebody else. */
export type Ownership = 'own' | 'party'

/** Whose each check is. The register is read only where the client's own data do not say. */
export async function ownershipsOf(
  db: Db,
  sealer: Sealer,
  opener: Opener,
  all: readonly CheckedSubject[],
): Promise<(Ownership | undefined)[]> {
  const fields = await readFields(sealer, opener)
  const sent = all.map((one) => ownershipOf(one, fields))
  if (!sent.includes(undefined) || fields.documentType !== 'cnpj') return sent
  const registered = await readRegistered(askedNow(db, sealer, opener), fields)
  return all.map((one) => ownershipOf(one, fields, registered))
}

function ownershipOf(
  { port, subject }: CheckedSubject,
  fields: StoredFields,
  registered: Listed = [],
): Ownership | undefined {
  if (isOwn(port, subject, fields)) return 'own'
  const isParty =
    fields.documentType === 'cnpj' &&
    partiesOf(fields, registered).some(({ isAbout }) => isAbout(subject, port) === true)
  return isParty ? 'party' : undefined
}

function askedNow(db: Db, sealer: Sealer, opener: Opener): FactsQuery {
  const wallNow = new Date()
  const now = new Date(wallNow.getTime() + opener.clockOffsetMs)
  // Whom the register names is so whatever a client has corrected.
  const asItIs = { corrections: 0, takenBack: {} }
  return { db, sealer, transaction: { ...opener, ...asItIs, now, wallNow } }
}
