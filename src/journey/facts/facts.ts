// Collects the facts that capabilities provide about a transaction, under the names that scorecards, insights and
// conditions use, so that no module depends on another.
import type { Db } from '#src/platform/db/client.ts'
import type { CelFields } from '#src/platform/cel/variables.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** The names by group: `{ email: { present: 'bool' } }` is read as `email.present`. */
export type FactVariables = { readonly [group: string]: CelFields }
export type FactValues = { readonly [group: string]: Readonly<Record<string, unknown>> }

/** The limits of what counts for a step of a run; times are of the transaction’s clock. */
export type Counted = {
  /** Only what came after that moment counts. What came with the commit that began the step does not. */
  readonly since?: Date
  /** Of paid results only those that ended after that moment count: a further round alone buys nothing again. */
  readonly boughtSince?: Date
  /** Only answers to questions that were asked after that moment count, each for one step. */
  readonly askedSince?: Date
  /** The ids of questions whose answers count for other steps. */
  readonly takenElsewhere?: readonly string[]
  /** The question whose answer has ended the step: no other counts for it. */
  readonly taken?: string
  /** The options of the pack under `with`, parsed by the module’s schema. */
  readonly options?: Readonly<Record<string, unknown>>
}

export type FactsAsked = {
  readonly db: Db
  readonly sealer: Sealer
  /** The limits of a run by the key of a module; without it all results of the transaction count. */
  readonly counted?: Readonly<Record<string, Counted>>
  /** The locked transaction, or one as a reader found it, with the reader’s own times. */
  readonly transaction: Pick<
    Locked,
    'id' | 'tenant' | 'mode' | 'key' | 'fields' | 'now' | 'wallNow'
  >
}

/** The facts of one capability: derived values, never the personal data themselves. */
export type FactSource = {
  readonly variables: FactVariables
  read(asked: FactsAsked): Promise<FactValues>
}

/** The facts of all capabilities together; several capabilities may add to a group. */
export type Facts = {
  readonly variables: { readonly [group: string]: { readonly record: CelFields } }
  /** Reads the facts of all groups, or at least of the named ones: a source without any of them is not read. */
  gather(asked: FactsAsked, groups?: ReadonlySet<string>): Promise<FactValues>
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
      return merge(await Promise.all(needed.map((one) => one.read(asked))))
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
