// What a run saw, in the order in which it saw it: how its modules ended, and over which results and facts its
// conditions were answered. Pure; it survives JSON and is kept sealed.
import type { FactValues } from '#src/journey/facts/facts.ts'
import type { ModuleAnswer, ModuleStatus } from '#src/journey/capabilities/module.ts'
import type { ConditionAnswer } from '#src/packs/document/walk.ts'
import type { Rounds } from '#src/packs/document/interpret.ts'

/** Which of a step's kept results, and the status that it had. */
export type Ref = readonly [index: number, status: ModuleStatus]

type EvidenceRefs = {
  readonly sections?: Readonly<Record<string, Ref>>
  /** Which of a group's kept values. */
  readonly facts?: Readonly<Record<string, number>>
}

/** `turn`: what has the same number happened before the run looked again at what is next. */
export type Event = EvidenceRefs & {
  readonly turn: number
  readonly key: string
  readonly status?: ModuleStatus
  /** Of a condition or a review; of a table those of its rows. */
  readonly answer?: ConditionAnswer | readonly ConditionAnswer[]
}

export type EvidenceRecord = {
  readonly turns: number
  readonly results: Readonly<Record<string, readonly (readonly unknown[])[]>>
  readonly facts: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  readonly events: readonly Event[]
  /** The first turn of each commit but the first one. */
  readonly commits?: readonly number[]
  /** The sections of the answer, since the run has ended. */
  readonly ended?: Readonly<Record<string, Ref>>
  /** It was more than may be kept, so nothing is. */
  readonly isTooLarge?: true
}

export const emptyEvidence: EvidenceRecord = { turns: 0, results: {}, facts: {}, events: [] }

/** Of JSON, before it is sealed. */
export const evidenceMaxBytes = 64 * 1024

/** A step of a module, and which time it is. */
export const stepKey = (name: string, round: number): string => `${name}@${round}`

/** A condition, and which time it is: the rounds of the repetitions around it. */
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

  /** What is noted from now on has come later than what was. */
  turn(): void {
    this.#isNewTurn = true
  }

  /** What comes again is the one that counts. */
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

  /** What a condition answered over what was noted of it; rounds of it that are gone by keep theirs. */
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
        this.#kept = {
          ...this.#kept,
          facts: { ...this.#kept.facts, [group]: [...known, value] },
        }
    }
    return refs
  }

  end(sections: Readonly<Record<string, ModuleAnswer<unknown>>>): void {
    const refs = Object.entries(sections).map(([name, one]) => [name, this.section(name, one)])
    this.#kept = { ...this.#kept, ended: Object.fromEntries(refs) }
  }

  /** The run is open again. */
  reopen(): void {
    const { ended: _ended, ...kept } = this.#kept
    this.#kept = kept
  }
}

/** The place of an equal one, or behind the last. */
function indexOf(known: readonly unknown[], value: unknown): number {
  const text = JSON.stringify(value)
  const found = known.findIndex((one) => JSON.stringify(one) === text)
  return found < 0 ? known.length : found
}

/** The sections of a run that has ended by the names of its steps, where they are kept. */
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
