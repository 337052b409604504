// Runs as they are stored and read.
import type { EvidenceRecord } from './evidence.ts'
import type { ModuleState } from '#src/packs/document/interpret.ts'
import type { packModules } from './table.ts'
import type { packRuns } from './table.ts'
import type { Sealed } from '#src/platform/db/columns.ts'

export type Run = typeof packRuns.$inferSelect

export type ModuleRow = typeof packModules.$inferSelect

/** A run as a reader takes it, and how long the journal of its transaction was then. */
export type ShownRun = Run & {
  readonly statuses: Readonly<Record<string, ModuleState>>
  /** When each step of a module began, and in which round it is. */
  readonly begun: Readonly<
    Record<string, Pick<ModuleRow, 'round' | 'startedAt' | 'afresh' | 'taken'>>
  >
  /** What it saw, where that is kept: opened in the commit that has it, else sealed. */
  readonly evidence?: EvidenceRecord
  readonly kept: Sealed | null
  readonly lastSeq: number
}
