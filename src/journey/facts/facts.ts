// Collects the facts that capabilities provide about a transaction, under names that scorecards, insights and
// conditions see, so that no module has to know another.
import type { Db } from '#src/platform/db/client.ts'
import type { CelFields } from '#src/platform/cel/variables.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'

/** The names by group: `{ email: { present: 'bool' } }` is asked as `email.present`. */
export type FactVariables = { readonly [group: string]: CelFields }
export type FactValues = { readonly [group: string]: Readonly<Record<string, unknown>> }

/** What counts for a step of a run, where not all does; times of the transaction's clock. */
export type Counted = {
  /** Only what came after that moment. What came with the commit that began the step did not. */
  readonly since?: Date
  /** Of what is bought only what has ended after that moment: a further round alone buys nothing again. */
  readonly boughtSince?: Date
  /** Only answers to questions that were asked after that moment, each for one step. */
  readonly askedSince?: Date
  /** Ids of questions whose answers count for other steps. */
  readonly takenElsewhere?: readonly string[]
  /** The question whose answer has ended the step: no other counts for it. */
  readonly taken?: string
  /** What the document says under `with`; the schema of the module has read it. */
  readonly options?: Readonly<Record<string, unknown>>
}

export type FactsAsked = {
  readonly db: Db
  readonly sealer: Sealer
  /** What counts in a run, by the key of a module; without it all that the transaction has. */
  readonly counted?: Readonly<Record<string, Counted>>
  /** Locked, or as a reader found it with the reader's own times. */
  readonly transaction: Pick<
    Locked,
    'id' | 'tenant' | 'mode' | 'key' | 'fields' | 'now' | 'wallNow'
  >
}

/** The facts of one capability: derived, and never the person's data themselves. */
export type FactSource = {
  readonly variables: FactVariables
  read(asked: FactsAsked): Promise<FactValues>
}

/** The facts of all capabilities together; a group is what each of them adds to it. */
export type Facts = {
  readonly variables: { readonly [group: string]: { readonly record: CelFields } }
  /** Of all groups, or at least of those that are named: a source that has none of them is not asked. */
  gather(asked: FactsAsked, groups?: ReadonlySet<string>): Promise<FactValues>
}

/** Throws an Error when two sources offer one name. */
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
