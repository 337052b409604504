// The ledger of calls for all capabilities: an attempt is claimed before its vendor is called, and its outcome is
// written once, by the call, a look-up or an early callback. Each capability keeps its attempts in its own table, with
// columns of its own; which outcome counts is decided here.
import { asc, type Column, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce, buildSqlOnce, sendUnawaited } from '#src/platform/db/prepared.ts'
import { insertOne, named, readRow } from '#src/platform/db/rows.ts'

/** The columns of an attempt that all ledgers share. */
type Attempt = {
  readonly id: string
  /** The number within the record, from 1. */
  readonly attempt: number
  readonly account: string
  /** In wall time. */
  readonly claimedAt: Date
  readonly endedAt: Date | null
  /** Null while the outcome is unknown. */
  readonly outcome: string | null
  readonly code: string | null
  readonly failureClass: string | null
  readonly durationMs: number | null
  readonly costMicros: number | null
}

type Definition<Row extends Attempt, Claimed extends keyof Row & string> = {
  readonly table: PgTable & { readonly [Member in keyof Row]: Column }
  /** The column with the record’s id. */
  readonly record: Claimed
  /** The columns that are written at the claim. */
  readonly claimed: readonly Claimed[]
  /** The outcomes that another outcome may replace; all others are final. */
  readonly open: readonly NonNullable<Row['outcome']>[]
  /** Whether the cost is written with the outcome; otherwise it is stored elsewhere. */
  readonly endsWithCost: boolean
  /** A further statement that the claim executes, with the same values. */
  readonly beside?: SQL
}

type Ending<Row extends Attempt> = Pick<Row, 'outcome'> &
  Partial<Pick<Row, 'code' | 'failureClass' | 'durationMs' | 'costMicros'>>

export type EndedAttempt<Row extends Attempt> = {
  readonly id: string
  readonly endedAt: Date
  readonly ending: Ending<Row>
}

export type Ledger<Row extends Attempt, Claimed extends keyof Row & string> = {
  /** Lists the attempts of a record by their numbers. */
  readonly list: (db: Db, recordId: string) => Promise<Row[]>
  /** Undefined when the attempt is claimed already. */
  readonly claim: (tx: Db, row: Pick<Row, Claimed>) => Promise<Row | undefined>
  /**
   * Claims an attempt that the list under the lock did not contain. The insert is not awaited, and the commit fails if
   * the row exists after all.
   */
  readonly claimUnlisted: (tx: Db, row: Pick<Row, Claimed>) => Row
  /** Whether another outcome may replace this one. */
  readonly isOpen: (attempt: Pick<Row, 'outcome'>) => boolean
  /** Writes the outcome; false when the attempt has a final one already. */
  readonly end: (tx: Db, id: string, endedAt: Date, ending: Ending<Row>) => Promise<boolean>
  /**
   * Ends an attempt that was read as open under the lock, in one statement with `more`, which follows `with …` and gets
   * `values`. `also`: columns that are written with the outcome if `values` has them; null leaves them unchanged.
   */
  readonly endWith: (
    more: SQL,
    also?: readonly (keyof Row & string)[],
  ) => (
    tx: Db,
    ended: EndedAttempt<Row>,
    values: Readonly<Record<string, unknown>>,
  ) => Promise<void>
  /**
   * Writes the duration of the call for an attempt that a callback ended before the vendor answered. A known duration
   * stays.
   */
  readonly keepDuration: (
    tx: Db,
    id: string,
    durationMs: number | null | undefined,
  ) => Promise<void>
}

export function createLedger<Row extends Attempt, Claimed extends keyof Row & string>({
  table,
  record,
  claimed,
  open,
  endsWithCost,
  beside,
}: Definition<Row, Claimed>): Ledger<Row, Claimed> {
  const { placeholder } = sql
  const ofRecord = buildOnce((db: Db) =>
    db
      .select()
      .from(table as PgTable)
      .where(eq(table[record], placeholder('record')))
      .orderBy(asc(table.attempt))
      .prepare('attempts_of_record'),
  )
  const columns = getTableColumns(table)
  const inserting = () => sql`
      ${beside ? sql`with beside as (${beside})` : sql``}
      ${insertOne(table, claimed)}`
  const insert = buildSqlOnce<Readonly<Record<string, unknown>>>(
    () => sql`${inserting()} on conflict do nothing returning ${named(columns)}`,
  )
  const insertUnlisted = buildSqlOnce(inserting)
  const unknown = Object.fromEntries(Object.keys(columns).map((member) => [member, null]))
  const duration = sql`coalesce(duration_ms, ${placeholder('durationMs')}::int)`
  const cost = endsWithCost ? sql`, cost_micros = ${placeholder('costMicros')}::bigint` : sql``
  const names = sql.join(
    open.map((one) => sql`${one}`),
    sql`, `,
  )
  const overwrite = (member: keyof Row & string) => {
    const own = sql.identifier(table[member].name)
    return sql`, ${own} = coalesce(${sql.param(placeholder(member), table[member])}, ${own})`
  }
  const ending = (also: readonly (keyof Row & string)[] = []) => sql`
      update ${table} set outcome = ${placeholder('outcome')}, code = ${placeholder('code')},
        failure_class = ${placeholder('failureClass')}, duration_ms = ${duration},
        ended_at = ${placeholder('endedAt')}::timestamptz${cost}${sql.join(also.map(overwrite))}
      where id = ${placeholder('id')} and (outcome is null or outcome in (${names}))
      returning id`
  const end = buildSqlOnce<{ readonly id: string }>(() => ending())
  const measure = buildSqlOnce(
    () => sql`update ${table} set duration_ms = ${duration} where id = ${placeholder('id')}`,
  )
  return {
    // Safe because these are the rows of the table whose columns `Row` names.
    list: (db, recordId) => ofRecord(db).execute({ record: recordId }) as unknown as Promise<Row[]>,
    async claim(tx, row) {
      const [inserted] = await insert(tx).execute(row)
      // Safe for the same reason as in `list`.
      return inserted && (readRow(columns, inserted) as unknown as Row)
    },
    claimUnlisted(tx, row) {
      sendUnawaited(insertUnlisted(tx).execute(row))
      // Safe because a claim sets all columns but those of the outcome, which are null until then.
      return { ...unknown, ...row } as unknown as Row
    },
    isOpen: ({ outcome }) => outcome === null || open.includes(outcome),
    async end(tx, id, endedAt, ending) {
      return (await end(tx).execute(valuesOf(id, endedAt, ending))).length > 0
    },
    endWith(more, also) {
      const both = buildSqlOnce(() => sql`with ended as (${ending(also)}) ${more}`)
      return async (tx, { id, endedAt, ending }, values) => {
        await both(tx).execute({ ...values, ...valuesOf(id, endedAt, ending) })
      }
    },
    async keepDuration(tx, id, durationMs) {
      if (durationMs != null) await measure(tx).execute({ id, durationMs })
    },
  }
}

const valuesOf = <Row extends Attempt>(
  id: string,
  endedAt: Date,
  { outcome, code, failureClass, durationMs, costMicros }: Ending<Row>,
) => ({
  id,
  endedAt: endedAt.toISOString(),
  outcome,
  code: code ?? null,
  failureClass: failureClass ?? null,
  durationMs: durationMs ?? null,
  costMicros: costMicros ?? null,
})
