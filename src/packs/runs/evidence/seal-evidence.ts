// Seals and opens the evidence of runs.
import type { Sealed } from '#src/platform/db/columns.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { WrappedKey } from '#src/platform/seal/keys.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { type BroughtValues, inputStep, readBrought } from './brought.ts'
import {
  type EvidenceRecord,
  evidenceMaxBytes,
  emptyEvidence,
  type ReadEvidence,
  stepKey,
  withBrought,
} from './evidence.ts'

type Owning = { readonly tenant: string; readonly id: string; readonly key: WrappedKey }

/** Evidence beyond the limit is not stored, which the row records. */
export async function sealEvidence(
  sealer: Sealer,
  owning: Owning,
  runId: string,
  evidence: EvidenceRecord,
): Promise<{ readonly kept: Sealed; readonly bytes: number; readonly isTooLarge: boolean }> {
  const bytes = Buffer.byteLength(JSON.stringify(evidence))
  const isTooLarge = bytes > evidenceMaxBytes || evidence.isTooLarge === true
  const kept: EvidenceRecord = isTooLarge
    ? { ...emptyEvidence, isTooLarge: true, ...(evidence.isBrought && { isBrought: true }) }
    : evidence
  const key = await openDataKey(sealer, owning)
  return { kept: sealer.seal(key, contextOf(owning, runId), kept), bytes, isTooLarge }
}

/** Reads the evidence of a run with the brought values in their places, and its input. */
export async function readEvidence(
  db: Db,
  sealer: Sealer,
  owning: Owning,
  { id, kept }: { readonly id: string; readonly kept: Sealed },
): Promise<ReadEvidence> {
  const record = await openEvidence(sealer, owning, id, kept)
  return record.isBrought ? toRead(record, await readBrought(db, sealer, owning, id)) : record
}

/** Replaces the marks in the evidence by the brought values. */
export function toRead(record: EvidenceRecord, brought: BroughtValues): ReadEvidence {
  const input = brought.get(stepKey(inputStep, 1))?.value
  return { ...withBrought(record, brought), ...(input && { input }) }
}

export async function openEvidence(
  sealer: Sealer,
  owning: Owning,
  runId: string,
  kept: Sealed,
): Promise<EvidenceRecord> {
  const key = await openDataKey(sealer, owning)
  return sealer.unseal<EvidenceRecord>(key, contextOf(owning, runId), kept)
}

const contextOf = ({ tenant, id }: Owning, runId: string) => ({
  tenant,
  transaction: id,
  table: 'pack_evidence',
  column: 'kept',
  rowId: runId,
})
