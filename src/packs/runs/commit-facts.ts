// Facts within a commit: gathered once as long as nothing has happened to the transaction, and remembered, so that a run
// keeps what it was computed from.
import type { Facts, FactsAsked, FactValues } from '#src/journey/facts/facts.ts'
import { groupsLimited, joinFacts, type Limits } from '#src/journey/facts/run-facts.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

export type CommitFacts = Facts & {
  /** The same, as a run sees them. */
  within(limits: Limits): CommitFacts
  /** What was given since it was asked last. */
  taken(): FactValues
  /** What has happened since that entry was computed from facts or is the run's own, and has changed none. */
  keep(seq: number): void
  /** What was gathered may be of work that is undone. */
  forget(): void
}

type Values = Record<string, FactValues[string]>
/** Of the transaction under '', else of what counts, by the limits as text. */
type Known = { readonly seq: number; readonly values: Map<string, Values> }

const nothing: Known = { seq: -1, values: new Map() }

export function gatherForCommit(facts: Facts, locked: Pick<Locked, 'lastSeq'>): CommitFacts {
  let known = nothing
  let taken: FactValues = {}

  async function gatherOnce(asked: FactsAsked, groups: ReadonlySet<string>): Promise<FactValues> {
    if (known.seq !== locked.lastSeq) known = { seq: locked.lastSeq, values: new Map() }
    const key = asked.counted ? JSON.stringify(asked.counted) : ''
    const values = known.values.get(key) ?? {}
    known.values.set(key, values)
    const missing = [...groups].filter((group) => !Object.hasOwn(values, group))
    if (missing.length > 0) {
      const more = await facts.gather(asked, new Set(missing))
      // A group of which nothing is known is not asked for again; one that was not asked for is not whole.
      for (const group of missing) values[group] = more[group] ?? {}
    }
    return Object.fromEntries([...groups].map((group) => [group, values[group] ?? {}]))
  }

  const within = (limits: Limits): CommitFacts => ({
    variables: facts.variables,
    within,
    async gather(asked, groups = new Set(Object.keys(facts.variables))) {
      const all = await gatherOnce(asked, groups)
      const limited = groupsLimited(limits, groups)
      const given =
        limited.size === 0
          ? all
          : joinFacts(all, await gatherOnce({ ...asked, counted: limits }, limited), limits)
      taken = { ...taken, ...given }
      return given
    },
    keep(seq) {
      if (known.seq === seq) known = { ...known, seq: locked.lastSeq }
    },
    forget() {
      known = nothing
    },
    taken() {
      const all = taken
      taken = {}
      return all
    },
  })
  return within({})
}
