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

/** The header that names the look-ups whose insights are missing so far; no header when none is. */
export const pendingHeader = (missing: readonly LookUpName[]): Record<string, string> =>
  missing.length > 0 ? { 'Pending-Lookups': missing.join(', ') } : {}

/** The look-ups that are still missing; the caller is a reader and starts none of them. */
export async function readMissing(
  deps: Pick<RiskDeps, 'reads' | 'sealer' | 'lookUps' | 'checking'>,
  owner: Owner,
  id: string,
): Promise<LookUpName[]> {
  const found = await findTransaction(deps.reads, owner, id)
  if (!found) return []
  const wanted = wantedOf(await readFields(deps.sealer, found), offeredTo(deps, found))
  if (wanted.length === 0) return []
  // Any time will do, because whether an answer is definite does not depend on the transaction's clock.
  const now = new Date()
  const known = await listKnown(deps.reads, { id: found.id, now, wallNow: now }, wanted)
  return missingOf(wanted, known, now)
}
