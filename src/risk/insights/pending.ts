import type { RiskDeps } from './deps.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { findTransaction, readFields } from '#src/journey/transaction/store.ts'
import { missingOf, listKnown, offeredTo } from './look-ups/open.ts'
import type { LookUpName } from './look-ups/port.ts'
import { wantedOf } from './look-ups/needed.ts'

export const pendingHeaders = {
  'Pending-Lookups':
    'The look-ups whose insights are absent for now (`mx`, `cep`, `bin`), by commas; absent where nothing is missing.',
}

/** The header that names the look-ups whose insights are absent for now; none where nothing is missing. */
export const pendingHeader = (missing: readonly LookUpName[]): Record<string, string> =>
  missing.length > 0 ? { 'Pending-Lookups': missing.join(', ') } : {}

/** What is missing, for a reader who asks nobody for it. */
export async function readMissing(
  deps: Pick<RiskDeps, 'reads' | 'sealer' | 'lookUps' | 'checking'>,
  owner: Owner,
  id: string,
): Promise<LookUpName[]> {
  const found = await findTransaction(deps.reads, owner, id)
  if (!found) return []
  const wanted = wantedOf(await readFields(deps.sealer, found), offeredTo(deps, found))
  if (wanted.length === 0) return []
  // Nothing here goes by the transaction's clock: whether an answer is definite does not.
  const now = new Date()
  const known = await listKnown(deps.reads, { id: found.id, now, wallNow: now }, wanted)
  return missingOf(wanted, known, now)
}
