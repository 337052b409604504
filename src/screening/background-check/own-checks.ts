// Decides which checks belong to a run: those about the transaction's person or company, or about a party behind it.
// Checks on anybody else do not.
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

/** `party` is somebody behind the company; undefined means somebody else. */
export type Ownership = 'own' | 'party'

/** Says whom each check is about. The register is read only when the client's own data do not tell. */
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
  // Corrections are ignored, because the register names its people whatever the client has corrected.
  const asItIs = { corrections: 0, takenBack: {} }
  return { db, sealer, transaction: { ...opener, ...asItIs, now, wallNow } }
}
