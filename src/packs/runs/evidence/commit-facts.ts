// Gathers facts within a commit: once as long as the transaction does not change. It remembers what it returned, so
// that a run can record it.
import type { Facts, FactsQuery, FactValues } from '#src/journey/facts/facts.ts'
import { groupsLimited, joinFacts, type Limits } from '#src/journey/facts/run-facts.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

export type CommitFacts = Facts & {
  /** The same facts within the limits of a run. */
  within(limits: Limits): CommitFacts
  /** The facts returned since the last call. */
  taken(): FactValues
  /**
   * Declares that the entries since that number follow from the facts or are the run’s own, so that the gathered facts
   * stay valid.
   */
  keep(seq: number): void
  /** Discards what was gathered, because it may include work that was rolled back. */
  forget(): void
}

type Values = Record<string, FactValues[string]>
/** The key of `values` is '' for the whole transaction, otherwise the limits as text. */
type Known = { readonly seq: number; readonly values: Map<string, Values> }

const nothing: Known = { seq: -1, values: new Map() }

export function gatherForCommit(facts: Facts, locked: Pick<Locked, 'lastSeq'>): CommitFacts {
  let known = nothing
  let taken: FactValues = {}

  async function gatherOnce(asked: FactsQuery, groups: ReadonlySet<string>): Promise<FactValues> {
    if (known.seq !== locked.lastSeq) known = { seq: locked.lastSeq, values: new Map() }
    const key = asked.counted ? JSON.stringify(asked.counted) : ''
    const values = known.values.get(key) ?? {}
    known.values.set(key, values)
    const missing = [...groups].filter((group) => !Object.hasOwn(values, group))
    if (missing.length > 0) {
      const more = await facts.gather(asked, new Set(missing))
      // Marks requested groups without values as known, so that they are not read again.
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
