// The data that a condition sees, from either source: the rows of a commit, or the recorded evidence of a run.
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'

export type EvidenceSource = {
  /** The section of a step by its name, of one that waits with what was brought as the one result; throws Unrecorded where it was not recorded. */
  section(name: string): Promise<ModuleAnswer<unknown>>
  /** The facts of these groups. */
  facts(groups: ReadonlySet<string>): Promise<FactValues>
  transaction(): Promise<Readonly<Record<string, unknown>>>
  /** What the run was started with; undefined where its pack has no input. */
  input?(): Promise<Values | undefined>
}

/** The recorded evidence lacks what a condition reads. */
export class Unrecorded extends Error {
  override readonly name = 'Unrecorded'
  /** The missing value, as conditions name it, where it is known. */
  readonly read: string | undefined

  constructor(read?: string) {
    super()
    this.read = read
  }
}
