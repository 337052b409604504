import type { ServiceDeps } from '#src/capability.ts'
import { type Found, readFields } from '#src/transaction/store.ts'
import { missingOf } from './look-ups/open.ts'
import type { LookUpName } from './look-ups/port.ts'
import { wantedOf } from './look-ups/asked.ts'
import { listLookUps } from './look-ups/store.ts'

/** The header that names the look-ups whose insights are absent for now; none where nothing is missing. */
export const pendingHeader = (missing: readonly LookUpName[]): Record<string, string> =>
  missing.length > 0 ? { 'Pending-Lookups': missing.join(', ') } : {}

/** What is missing, for a reader who asks nobody for it. */
export async function readMissing(
  { reads, sealer, lookUps }: Pick<ServiceDeps, 'reads' | 'sealer' | 'lookUps'>,
  found: Found,
): Promise<LookUpName[]> {
  const [fields, known] = await Promise.all([
    readFields(sealer, found),
    listLookUps(reads, found.id),
  ])
  return missingOf(wantedOf(fields, lookUps[found.mode]), known, new Date())
}
