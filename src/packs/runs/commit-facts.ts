// Facts within a commit: gathered once as long as nothing has happened to the transaction, and remembered, so that a run
// keeps what it was computed from.
import type { Facts, FactValues } from '#src/journey/facts/facts.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

export type CommitFacts = Facts & {
  /** What was given since it was asked last. */
  taken(): FactValues
  /** What has happened since that entry was computed from facts or is the run's own, and has changed none. */
  keep(seq: number): void
  /** What was gathered may be of work that is undone. */
  forget(): void
}

type Known = { readonly seq: number; readonly values: Record<string, FactValues[string]> }

const nothing: Known = { seq: -1, values: {} }

export function gatherForCommit(facts: Facts, locked: Pick<Locked, 'lastSeq'>): CommitFacts {
  let known = nothing
  let taken: FactValues = {}
  return {
    variables: facts.variables,
    async gather(asked, groups = new Set(Object.keys(facts.variables))) {
      if (known.seq !== locked.lastSeq) known = { seq: locked.lastSeq, values: {} }
      const { values } = known
      const missing = [...groups].filter((group) => !Object.hasOwn(values, group))
      if (missing.length > 0) {
        const more = await facts.gather(asked, new Set(missing))
        // A group of which nothing is known is not asked for again; one that was not asked for is not whole.
        for (const group of missing) values[group] = more[group] ?? {}
      }
      const given = Object.fromEntries([...groups].map((group) => [group, values[group] ?? {}]))
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
  }
}
