// The recorded evidence of a run, for another version: steps are matched by their names, wherever they stand.
import type { FactValues } from '#src/journey/facts/facts.ts'
import { projectValue } from '#src/journey/values/project.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { ModuleAnswer } from '#src/journey/capabilities/module.ts'
import { type EvidenceSource, Unrecorded } from '#src/packs/conditions/evidence-source.ts'
import { answersSchemaOf } from '#src/packs/document/ask-fields.ts'
import type { ModuleStep, Pack, RowStep, Step } from '#src/packs/document/pack.ts'
import { modulesByName } from '#src/packs/document/condition-modules.ts'
import { nameAt, rowPath } from '#src/packs/document/decision-table.ts'
import { cardOf, optionsOf } from '#src/packs/document/options.ts'
import {
  type ConditionAnswer,
  eachStep,
  moduleSteps,
  nameOf,
  nameOfStep,
  rowStepsByName,
  stepAt,
} from '#src/packs/document/walk.ts'
import {
  conditionKey,
  type Event,
  type ReadEvidence,
  stepKey,
  sectionAt,
} from '#src/packs/runs/evidence/evidence.ts'
import type { Answers, PackRun, Rounds } from '#src/packs/document/interpret.ts'
import type { Recorded } from './evaluate.ts'

/** A run that has ended, with a way to compute modules again for another version. */
export type Past = {
  readonly pack: Pack
  readonly answers: Answers
  readonly kept: ReadEvidence
  transaction(): Promise<Readonly<Record<string, unknown>>>
  /**
   * The results of a module with another scorecard, over the recorded facts; undefined when they cannot be computed.
   */
  recompute(step: ModuleStep, facts: FactValues): Promise<ModuleAnswer<unknown> | undefined>
}

export class PastRun implements Recorded {
  readonly #past: Past
  readonly #events: ReadonlyMap<string, Event>
  /** For each condition of the tested version, its position in the run’s own version. */
  readonly #places: ReadonlyMap<string, string>
  /** For each module step of the tested version, its name in the run’s own version. */
  readonly #names: ReadonlyMap<string, string>
  readonly #tried: Pack

  constructor(past: Past, tried: Pack) {
    this.#past = past
    this.#tried = tried
    this.#events = new Map(past.kept.events.map((one) => [one.key, one]))
    this.#places = placesIn(past.pack.root, tried.root)
    this.#names = namesIn(past.pack.root, tried.root)
  }

  ended(step: RowStep, round: number) {
    const name = this.#names.get(nameOf(step)) ?? nameOf(step)
    const event = this.#events.get(stepKey(name, round))
    if (!event?.status || event.status === 'pending' || event.status === 'processing')
      return undefined
    const before = rowStepsByName(this.#past.pack.root).get(name)
    // Nothing is recorded for another module, or for a step with other settings.
    if (before && !isAskedAlike(before, step)) return undefined
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
    if (before === undefined) return undefined
    const step = stepAt(this.#tried.root, path)
    const own = stepAt(this.#past.pack.root, before)
    // A step over another list, or with other settings, asked another question: the recorded answer says nothing.
    if (step?.kind === 'each' && !(own?.kind === 'each' && isAskedAlike(own, step)))
      return undefined
    return this.#past.answers[before]
  }

  /** The data that a condition sees; a module’s status is that in the tested run. */
  sightAt(path: string, run: PackRun): EvidenceSource {
    const event = this.#eventAt(path, run.rounds ?? {})
    return {
      section: (name) => this.#section(name, event, run),
      facts: async (groups) =>
        Object.fromEntries([...groups].map((group) => [group, this.#group(group, event)])),
      transaction: () => this.#past.transaction(),
      input: async () => this.#input(),
    }
  }

  /** Whether the condition could not be computed then. */
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
    named: string,
    event: Event | undefined,
    run: PackRun,
  ): Promise<ModuleAnswer<unknown>> {
    const { kept, pack } = this.#past
    const name = this.#names.get(named) ?? named
    const moduleStatus = run.modules[named]?.status ?? 'pending'
    const step = rowStepsByName(this.#tried.root).get(named)
    const before = rowStepsByName(pack.root).get(name)
    const isCarded = step?.kind === 'module' && before?.kind === 'module'
    if (isCarded && cardOf(step) !== cardOf(before)) {
      const computed = await this.#past.recompute(step, this.#factsOf(name))
      if (!computed) throw new Unrecorded()
      return { ...computed, moduleStatus }
    }
    const ref = event?.sections?.[name] ?? kept.ended?.[name]
    if (!ref) throw new Unrecorded()
    return { ...sectionAt(kept, name, ref), moduleStatus }
  }

  #group(group: string, event: Event | undefined): FactValues[string] {
    const known = this.#past.kept.facts[group] ?? []
    const found = known[event?.facts?.[group] ?? known.length - 1]
    if (!found) throw new Unrecorded(`facts.${group}`)
    return found
  }

  /**
   * The values that the run was started with, in the tested version's schema; values that the run dropped are unknown.
   */
  #input(): Values | undefined {
    const { kept, pack } = this.#past
    const { input } = this.#tried
    if (!input) return undefined
    const known = Object.keys(pack.input?.properties ?? {})
    const fitted = projectValue(input, kept.input ?? {})
    const isDropped = Object.keys(input.properties ?? {}).some((name) => !known.includes(name))
    if ('faults' in fitted || isDropped) throw new Unrecorded('input')
    return fitted.value
  }

  /** The facts from which a module was computed. */
  #factsOf(name: string): FactValues {
    const { events, facts } = this.#past.kept
    const event = events.findLast((one) => one.key.startsWith(`${name}@`) && one.facts)
    const entries = Object.entries(event?.facts ?? {}).map(
      ([group, index]) => [group, facts[group]?.[index] ?? {}] as const,
    )
    return Object.fromEntries(entries)
  }
}

/** Whether both steps have the same settings; another scorecard does not matter, because it is computed again. */
const isAskedAlike = (one: RowStep, other: RowStep): boolean => asked(one) === asked(other)

const asked = (step: RowStep): string => {
  if (step.kind === 'wait') {
    const { deadlineSeconds: _deadline, optional: _optional, ...waits } = step
    return JSON.stringify(waits)
  }
  if (step.kind === 'each') {
    const { in: list, pack, with: fields = {}, min, max, link } = step
    return JSON.stringify([list, pack, fields, min, max, link])
  }
  if (step.kind === 'call') return JSON.stringify([step.to, step.input ?? {}, step.result])
  // The wording of a question does not change its answer, so only the fields are compared.
  if (step.kind === 'ask') return JSON.stringify(answersSchemaOf(step))
  const { card: _card, ...options } = optionsOf(step) ?? {}
  return JSON.stringify([step.module, step.fresh ?? false, step.maxAgeSeconds ?? null, options])
}

/** Matches a renamed step when both versions have exactly one step of its module. */
function namesIn(before: Step, now: Step): ReadonlyMap<string, string> {
  const known = modulesByName(before)
  const only = (root: Step, module: string) => {
    const found = moduleSteps(root).filter((step) => step.module === module)
    return found.length === 1 ? found[0] : undefined
  }
  const renamed = moduleSteps(now).flatMap((step) => {
    const same =
      known.has(nameOf(step)) || !only(now, step.module) ? undefined : only(before, step.module)
    return same ? [[nameOf(step), nameOf(same)] as const] : []
  })
  return new Map(renamed)
}

const rowPlaces = (step: Step, path: string): string[] =>
  step.kind === 'decide' ? step.rows.map((_, at) => rowPath(path, at)) : []

function placesIn(before: Step, now: Step): ReadonlyMap<string, string> {
  const kinds: readonly string[] = ['when', 'repeat', 'review', 'decide', 'wait', 'each']
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
