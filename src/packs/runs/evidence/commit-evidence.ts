// Gathers the data that a condition sees within a commit, and records them.
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { modulesByName } from '#src/packs/document/condition-modules.ts'
import { rowStepsByName } from '#src/packs/document/walk.ts'
import { readEach } from '../each/each.ts'
import { readSections } from '../answer/sections.ts'
import type { EvidenceSource } from '#src/packs/conditions/evidence-source.ts'
import { transactionSeen } from '#src/packs/conditions/transaction.ts'
import type { Ref } from './evidence.ts'
import type { OpenRun } from '../run.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { PackDeps } from '../deps.ts'

/** Reads the present rows, and records in the run what it returned. */
export class CommitEvidence implements EvidenceSource {
  readonly #sections: Record<string, Ref> = {}
  #facts: Record<string, number> = {}
  readonly #ctx: InCommit<PackDeps>
  readonly #run: OpenRun

  constructor(ctx: InCommit<PackDeps>, run: OpenRun) {
    this.#ctx = ctx
    this.#run = run
  }

  get refs() {
    return { sections: this.#sections, facts: this.#facts }
  }

  async section(name: string): Promise<ModuleAnswer<unknown>> {
    const section = await readSection(this.#ctx, this.#run, name)
    this.#sections[name] = this.#run.evidence.section(name, this.#run.named(name, section))
    return section
  }

  async facts(groups: ReadonlySet<string>): Promise<FactValues> {
    const { tx: db, locked: transaction, sealer, facts } = this.#ctx
    const given = await facts.gather({ db, sealer, transaction }, groups)
    const entries = [...groups].map((group) => [group, given[group] ?? {}] as const)
    const values = Object.fromEntries(entries)
    this.#facts = this.#run.evidence.facts(values)
    return values
  }

  input(): Promise<Values | undefined> {
    return Promise.resolve(this.#run.input)
  }

  async transaction(): Promise<Readonly<Record<string, unknown>>> {
    const { locked, sealer } = this.#ctx
    return transactionSeen(await readFields(sealer, locked), locked)
  }
}

/** The section of a step as the run sees it now. */
export async function readSection(
  { tx, locked, sealer, offered }: InCommit<PackDeps>,
  run: OpenRun,
  name: string,
): Promise<ModuleAnswer<unknown>> {
  const { statuses } = run
  const brought = run.broughtSection(name)
  if (brought) return brought
  const step = rowStepsByName(run.pack.root).get(name)
  if (step?.kind === 'each') return readEach({ tx }, run, step)
  const context = {
    sealer,
    transaction: locked,
    runId: run.row.id,
    statuses,
    countsFrom: (step: string) => run.countsFrom(step),
  }
  const steps = new Map([[name, modulesByName(run.pack.root).get(name) ?? { module: name }]])
  const sections = await readSections(tx, steps, offered, context)
  return sections[name] ?? { moduleStatus: 'pending', results: [] }
}
