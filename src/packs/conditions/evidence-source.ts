// What a condition sees when it is asked, wherever it comes from: the rows of a commit, or what a run has kept.
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'

export type EvidenceSource = {
  /** Of a step by its name; throws Unrecorded where nobody knows it any more. */
  section(name: string): Promise<ModuleAnswer<unknown>>
  /** Of these groups. */
  facts(groups: ReadonlySet<string>): Promise<FactValues>
  transaction(): Promise<Readonly<Record<string, unknown>>>
}

/** What was kept does not say what a condition asks for. */
export class Unrecorded extends Error {
  override readonly name = 'Unrecorded'
  /** What is missing, as conditions name it, where it can be told. */
  readonly read: string | undefined

  constructor(read?: string) {
    super()
    this.read = read
  }
}
