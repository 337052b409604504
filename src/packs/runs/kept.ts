// Seals and opens what a run saw.
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Sealer, WrappedKey } from '#src/platform/seal/sealer.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { type Kept, keptMaxBytes, nothingKept } from './evidence.ts'

type Owning = { readonly tenant: string; readonly id: string; readonly key: WrappedKey }

/** More than may be kept is not: the row says so. */
export async function sealKept(
  sealer: Sealer,
  owning: Owning,
  runId: string,
  evidence: Kept,
): Promise<{ readonly kept: Sealed; readonly bytes: number; readonly isTooLarge: boolean }> {
  const bytes = Buffer.byteLength(JSON.stringify(evidence))
  const isTooLarge = bytes > keptMaxBytes || evidence.isTooLarge === true
  const kept: Kept = isTooLarge ? { ...nothingKept, isTooLarge: true } : evidence
  const key = await openDataKey(sealer, owning)
  return { kept: sealer.seal(key, contextOf(owning, runId), kept), bytes, isTooLarge }
}

export async function openKept(
  sealer: Sealer,
  owning: Owning,
  runId: string,
  kept: Sealed,
): Promise<Kept> {
  const key = await openDataKey(sealer, owning)
  return sealer.unseal<Kept>(key, contextOf(owning, runId), kept)
}

const contextOf = ({ tenant, id }: Owning, runId: string) => ({
  tenant,
  transaction: id,
  table: 'pack_evidence',
  column: 'kept',
  rowId: runId,
})
