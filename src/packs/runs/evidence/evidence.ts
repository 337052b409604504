// Records what a run saw, in order: how its modules ended, and with which results and facts its conditions were
// evaluated. Pure; stored sealed, as JSON.
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { ModuleAnswer, ModuleStatus } from '#src/journey/capabilities/module.ts'
import type { Values } from '#src/journey/values/schema.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import type { Rounds } from '#src/packs/document/interpret.ts'

/** The index among a step’s recorded results, and the status at the time. */
export type Ref = readonly [index: number, status: ModuleStatus]

type EvidenceRefs = {
  readonly sections?: Readonly<Record<string, Ref>>
  /** The index among a group’s recorded values. */
  readonly facts?: Readonly<Record<string, number>>
}

/** Events with the same `turn` happened before the run computed its next actions. */
export type Event = EvidenceRefs & {
  readonly turn: number
  readonly key: string
  readonly status?: ModuleStatus
  /** The answer of a condition or review; for a table those of its rows. */
  readonly answer?: ConditionAnswer | readonly ConditionAnswer[]
}

export type EvidenceRecord = {
  readonly turns: number
  readonly results: Readonly<Record<string, readonly (readonly unknown[])[]>>
  readonly facts: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  readonly events: readonly Event[]
  /** The first turn of each commit after the first commit. */
  readonly commits?: readonly number[]
  /** The sections of the answer as they were when the run ended. */
  readonly ended?: Readonly<Record<string, Ref>>
  /** Set when something was brought to the run; the values are stored apart from the evidence. */
  readonly isBrought?: true
  /** Set when the evidence was too large, so that nothing was kept. */
  readonly isTooLarge?: true
}

/** The evidence with the brought values in the places that name them, and the run's input. */
export type ReadEvidence = EvidenceRecord & { readonly input?: Values }

export const emptyEvidence: EvidenceRecord = { turns: 0, results: {}, facts: {}, events: [] }

/** The limit of the evidence as JSON, before it is sealed. */
export const evidenceMaxBytes = 64 * 1024

/** The key of a module step in a round. */
export const stepKey = (name: string, round: number): string => `${name}@${round}`

/** The key of a condition in a round: with the rounds of the repeat steps around it. */
export function conditionKey(path: string, rounds: Rounds): string {
  const around = Object.keys(rounds).filter((one) => path === one || path.startsWith(`${one}/`))
  return [path, ...around.toSorted().map((one) => `${one}#${rounds[one]}`)].join(' ')
}

export class Evidence {
  #kept: EvidenceRecord
  #isNewTurn = true
  #isNewCommit: boolean
  readonly #before: EvidenceRecord

  constructor(kept: EvidenceRecord = emptyEvidence) {
    this.#kept = kept
    this.#before = kept
    this.#isNewCommit = kept.turns > 0
  }

  get record(): EvidenceRecord {
    return this.#kept
  }

  get isChanged(): boolean {
    return this.#kept !== this.#before
  }

  /** Begins a new turn: later events happened after the present ones. */
  turn(): void {
    this.#isNewTurn = true
  }

  /** Adds an event; one with the same key is replaced. */
  note(key: string, refs: EvidenceRefs, status?: ModuleStatus): void {
    const turns = this.#kept.turns + (this.#isNewTurn ? 1 : 0)
    this.#isNewTurn = false
    const events = this.#kept.events.filter((one) => one.key !== key)
    const event = { turn: turns, key, ...refs, ...(status && { status }) }
    const { commits = [] } = this.#kept
    const begun = this.#isNewCommit ? { commits: [...commits, turns] } : {}
    this.#isNewCommit = false
    this.#kept = { ...this.#kept, turns, events: [...events, event], ...begun }
  }

  /** Adds the answer of a condition to its event; earlier rounds keep theirs. */
  answer(key: string, answer: NonNullable<Event['answer']>): void {
    const events = this.#kept.events.map((one) => (one.key === key ? { ...one, answer } : one))
    this.#kept = { ...this.#kept, events }
  }

  section(name: string, { moduleStatus, results }: ModuleAnswer<unknown>): Ref {
    const known = this.#kept.results[name] ?? []
    const index = indexOf(known, results)
    if (index === known.length)
      this.#kept = {
        ...this.#kept,
        results: { ...this.#kept.results, [name]: [...known, results] },
      }
    return [index, moduleStatus]
  }

  facts(values: FactValues): Record<string, number> {
    const refs: Record<string, number> = {}
    for (const [group, value] of Object.entries(values)) {
      const known = this.#kept.facts[group] ?? []
      refs[group] = indexOf(known, value)
      if (refs[group] === known.length)
        this.#kept = { ...this.#kept, facts: { ...this.#kept.facts, [group]: [...known, value] } }
    }
    return refs
  }

  end(sections: Readonly<Record<string, ModuleAnswer<unknown>>>): void {
    const refs = Object.entries(sections).map(([name, one]) => [name, this.section(name, one)])
    this.#kept = { ...this.#kept, ended: Object.fromEntries(refs) }
  }

  /** Notes that something was brought to the run. */
  bring(): void {
    if (!this.#kept.isBrought) this.#kept = { ...this.#kept, isBrought: true }
  }

  /** Called when the run is reopened. */
  reopen(): void {
    const { ended: _ended, ...kept } = this.#kept
    this.#kept = kept
  }
}

/**
 * The mark by which the evidence names a brought value of a round; the value itself may be large, so it is stored
 * apart.
 */
export const markOf = (round: number) => ({ '#round': round })

/** Replaces the marks by the brought values; a deleted value is left out. */
export function withBrought(
  kept: EvidenceRecord,
  brought: ReadonlyMap<string, { readonly value: unknown }>,
): EvidenceRecord {
  const results = Object.entries(kept.results).map(([name, lists]) => [
    name,
    lists.map((list) => list.flatMap((one) => resolve(name, one))),
  ])
  return { ...kept, results: Object.fromEntries(results) }

  function resolve(name: string, result: unknown): unknown[] {
    if (typeof result !== 'object' || result === null || !('#round' in result)) return [result]
    const found = brought.get(stepKey(name, Number(result['#round'])))
    return found ? [found.value] : []
  }
}

/** The index of an equal value, or the next free one. */
function indexOf(known: readonly unknown[], value: unknown): number {
  const text = JSON.stringify(value)
  const found = known.findIndex((one) => JSON.stringify(one) === text)
  return found < 0 ? known.length : found
}

/** The recorded sections of a run that has ended, by the names of its steps. */
export function endedSections(
  kept: EvidenceRecord,
): Record<string, ModuleAnswer<unknown>> | undefined {
  if (!kept.ended) return undefined
  const sections = Object.entries(kept.ended).map(
    ([name, ref]) => [name, sectionAt(kept, name, ref)] as const,
  )
  return Object.fromEntries(sections)
}

export const sectionAt = (
  { results }: EvidenceRecord,
  name: string,
  [index, moduleStatus]: Ref,
): ModuleAnswer<unknown> => ({ moduleStatus, results: [...(results[name]?.[index] ?? [])] })
