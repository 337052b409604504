// The data that a condition sees, from either source: the rows of a commit, or the recorded evidence of a run.
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'

export type EvidenceSource = {
  /**
   * The section of a step by its name. For a step that waits, what was brought is its one result. Throws Unrecorded
   * when the section was not recorded.
   */
  section(name: string): Promise<ModuleAnswer<unknown>>
  /** The facts of the given groups. */
  facts(groups: ReadonlySet<string>): Promise<FactValues>
  transaction(): Promise<Readonly<Record<string, unknown>>>
  /** The values that the run was started with; undefined when its pack has no input. */
  input?(): Promise<Values | undefined>
}

/** The recorded evidence lacks what a condition reads. */
export class Unrecorded extends Error {
  override readonly name = 'Unrecorded'
  /** The missing value in the notation of conditions, if it is known. */
  readonly read: string | undefined

  constructor(read?: string) {
    super()
    this.read = read
  }
}
