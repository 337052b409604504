// Collects the facts that capabilities provide about a transaction, under the names that scorecards, insights and
// conditions use, so that no module depends on another.
import type { Db } from '#src/platform/db/client.ts'
import type { CelFields } from '#src/platform/cel/variables.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Counted, FactVariables, FactValues } from './counted.ts'
import { withCorrections } from './corrections.ts'
import { joinFacts } from './run-facts.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

export type { Counted, FactVariables, FactValues } from './counted.ts'

export type FactsQuery = {
  readonly db: Db
  readonly sealer: Sealer
  /** The limits of a run by the key of a module; without it all results of the transaction count. */
  readonly counted?: Readonly<Record<string, Counted>>
  /** The locked transaction, or one that a reader found, with the reader’s own times. */
  readonly transaction: Pick<
    Locked,
    'id' | 'tenant' | 'mode' | 'key' | 'fields' | 'corrections' | 'takenBack' | 'now' | 'wallNow'
  >
}

/** The facts of one capability: derived values, never the personal data themselves. */
export type FactSource = {
  readonly variables: FactVariables
  read(asked: FactsQuery): Promise<FactValues>
}

/** The facts of all capabilities together; several capabilities may add to a group. */
export type Facts = {
  readonly variables: { readonly [group: string]: { readonly record: CelFields } }
  /** Reads the facts of all groups, or at least of the named ones: a source without any of them is not read. */
  gather(asked: FactsQuery, groups?: ReadonlySet<string>): Promise<FactValues>
}

/** Throws an Error when two sources offer the same fact. */
export function createFacts(sources: readonly FactSource[]): Facts {
  const declared = merge(sources.map(({ variables }) => variables))
  const records = Object.entries(declared).map(([group, record]) => [group, { record }])
  return {
    variables: Object.fromEntries(records),
    async gather(asked, groups) {
      const needed = sources.filter(
        ({ variables }) => !groups || Object.keys(variables).some((group) => groups.has(group)),
      )
      const read = async (of: FactsQuery) =>
        merge(await Promise.all(needed.map((one) => one.read(of))))
      const { takenBack } = asked.transaction
      if (Object.keys(takenBack).length === 0) return read(asked)
      const limits = withCorrections(asked.counted ?? {}, takenBack)
      const within = await read({ ...asked, counted: limits })
      // In a run the signs are joined by the caller.
      return asked.counted ? within : joinFacts(await read(asked), within, limits)
    },
  }
}

function merge<Value>(
  parts: readonly { readonly [group: string]: Readonly<Record<string, Value>> }[],
): Record<string, Record<string, Value>> {
  const merged: Record<string, Record<string, Value>> = {}
  for (const [group, fields] of parts.flatMap((part) => Object.entries(part)))
    for (const [name, value] of Object.entries(fields)) {
      const known = (merged[group] ??= {})
      if (Object.hasOwn(known, name)) throw new Error(`two sources offer ${group}.${name}`)
      known[name] = value
    }
  return merged
}
