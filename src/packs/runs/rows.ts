// The rows of runs, as stored and as read.
import type { EvidenceRecord } from './evidence/evidence.ts'
import type { ModuleState } from '#src/packs/document/interpret.ts'
import type { packModules, packRuns } from './table.ts'
import type { Sealed } from '#src/platform/db/columns.ts'

export type Run = typeof packRuns.$inferSelect

export type ModuleRow = typeof packModules.$inferSelect

/** A run for readers, with the length of its transaction’s journal at that time. */
export type ShownRun = Run & {
  readonly statuses: Readonly<Record<string, ModuleState>>
  /** When each step started, its round, and why it has failed. */
  readonly begun: Readonly<
    Record<
      string,
      Pick<ModuleRow, 'round' | 'again' | 'startedAt' | 'afresh' | 'taken' | 'failureCode'>
    >
  >
  /** The evidence, where it is recorded: opened within the commit that has it, otherwise sealed (`kept`). */
  readonly evidence?: EvidenceRecord
  readonly kept: Sealed | null
  readonly lastSeq: number
}
