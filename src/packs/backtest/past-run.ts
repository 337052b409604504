// What a run has kept, as another version meets it: steps are the same by their names, wherever they stand.
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import { type EvidenceSource, Unrecorded } from '#src/packs/conditions/evidence-source.ts'
import type { ModuleStep, Pack, Step } from '#src/packs/document/pack.ts'
import { nameAt, rowPath } from '#src/packs/document/decision-table.ts'
import { type ConditionAnswer, eachStep, nameOfStep, stepAt } from '#src/packs/document/walk.ts'
import {
  conditionKey,
  type Event,
  type EvidenceRecord,
  moduleKey,
  sectionAt,
} from '#src/packs/runs/evidence.ts'
import type { Answers, PackRun, Rounds } from '#src/packs/document/interpret.ts'
import type { Recorded } from './evaluate.ts'

/** A run that has ended, and what is computed anew where a version asks for it. */
export type Past = {
  readonly pack: Pack
  readonly answers: Answers
  readonly kept: EvidenceRecord
  transaction(): Promise<Readonly<Record<string, unknown>>>
  /** The results of a module with another scorecard, over the facts that it had; undefined where it cannot. */
  recompute(step: ModuleStep, facts: FactValues): Promise<ModuleAnswer<unknown> | undefined>
}

export class PastRun implements Recorded {
  readonly #past: Past
  readonly #events: ReadonlyMap<string, Event>
  /** Of the version that is tried: where each of its conditions stood in the run's own version. */
  readonly #places: ReadonlyMap<string, string>
  readonly #tried: Pack

  constructor(past: Past, tried: Pack) {
    this.#past = past
    this.#tried = tried
    this.#events = new Map(past.kept.events.map((one) => [one.key, one]))
    this.#places = placesIn(past.pack.root, tried.root)
  }

  ended(step: ModuleStep, round: number) {
    const event = this.#events.get(moduleKey(step.module, round))
    if (!event?.status || event.status === 'pending' || event.status === 'processing')
      return undefined
    const before = moduleStepIn(this.#past.pack.root, step.module)
    // Whether older results would have counted is not recorded.
    if (before && (before.fresh ?? false) !== (step.fresh ?? false)) return undefined
    return { turn: event.turn, status: event.status }
  }

  asked(path: string, rounds: Rounds): number | undefined {
    return this.#eventAt(path, rounds)?.turn
  }

  isAtOnce(turn: number, other: number): boolean {
    const { commits = [] } = this.#past.kept
    return !commits.some((begun) => turn < begun && begun <= other)
  }

  answered(path: string): ConditionAnswer | undefined {
    const before = this.#places.get(path)
    return before === undefined ? undefined : this.#past.answers[before]
  }

  /** What a condition sees; the module has the status that it has in the run that is tried. */
  sightAt(path: string, run: PackRun): EvidenceSource {
    const event = this.#eventAt(path, run.rounds ?? {})
    return {
      section: (module) => this.#section(module, event, run),
      facts: async (groups) =>
        Object.fromEntries([...groups].map((group) => [group, this.#group(group, event)])),
      transaction: () => this.#past.transaction(),
    }
  }

  /** What could not be computed then. */
  failedAt(path: string, run: PackRun): boolean {
    return this.#eventAt(path, run.rounds ?? {})?.status === 'failed'
  }

  #eventAt(path: string, rounds: Rounds): Event | undefined {
    const before = this.#places.get(path)
    if (before === undefined) return undefined
    const translated = Object.entries(rounds).map(([one, round]) => [
      this.#places.get(one) ?? one,
      round,
    ])
    return this.#events.get(conditionKey(before, Object.fromEntries(translated)))
  }

  async #section(
    module: string,
    event: Event | undefined,
    run: PackRun,
  ): Promise<ModuleAnswer<unknown>> {
    const { kept, pack } = this.#past
    const moduleStatus = run.modules[module]?.status ?? 'pending'
    const step = moduleStepIn(this.#tried.root, module)
    const before = moduleStepIn(pack.root, module)
    if (step && before && step.card !== before.card) {
      const computed = await this.#past.recompute(step, this.#factsOf(module))
      if (!computed) throw new Unrecorded()
      return { ...computed, moduleStatus }
    }
    const ref = event?.sections?.[module] ?? kept.ended?.[module]
    if (!ref) throw new Unrecorded()
    return { ...sectionAt(kept, module, ref), moduleStatus }
  }

  #group(group: string, event: Event | undefined): FactValues[string] {
    const known = this.#past.kept.facts[group] ?? []
    const found = known[event?.facts?.[group] ?? known.length - 1]
    if (!found) throw new Unrecorded(`facts.${group}`)
    return found
  }

  /** What a module was computed from. */
  #factsOf(module: string): FactValues {
    const { events, facts } = this.#past.kept
    const event = events.findLast((one) => one.key.startsWith(`${module}@`) && one.facts)
    const entries = Object.entries(event?.facts ?? {}).map(
      ([group, index]) => [group, facts[group]?.[index] ?? {}] as const,
    )
    return Object.fromEntries(entries)
  }
}

const moduleStepIn = (root: Step, module: string): ModuleStep | undefined => {
  for (const [, step] of eachStep(root))
    if (step.kind === 'module' && step.module === module) return step
  return undefined
}

const rowPlaces = (step: Step, path: string): string[] =>
  step.kind === 'decide' ? step.rows.map((_, at) => rowPath(path, at)) : []

function placesIn(before: Step, now: Step): ReadonlyMap<string, string> {
  const kinds: readonly string[] = ['when', 'repeat', 'review', 'decide']
  const byName = new Map<string, string>()
  for (const [path, step] of eachStep(before)) {
    if (kinds.includes(step.kind)) byName.set(nameOfStep(step, path), path)
    for (const place of rowPlaces(step, path)) byName.set(nameAt(before, place), place)
  }
  const places = new Map<string, string>()
  for (const [path, step] of eachStep(now)) {
    const found = kinds.includes(step.kind) ? byName.get(nameOfStep(step, path)) : undefined
    if (found === undefined || stepAt(before, found)?.kind !== step.kind) continue
    places.set(path, found)
    for (const place of rowPlaces(step, path)) {
      const row = byName.get(nameAt(now, place))
      if (row !== undefined) places.set(place, row)
    }
  }
  return places
}
