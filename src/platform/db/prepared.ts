// drizzle asks the driver for unprepared statements: each is parsed and planned anew, and takes two
// round trips because its parameters' types are asked for first. Kept statements take one.
import { is, type Logger, Param, Placeholder, type SQL } from 'drizzle-orm'
import { type PgDatabase, PgDialect, type PgSession } from 'drizzle-orm/pg-core'
import { PostgresJsPreparedQuery, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres'
import type { ConnectionQueue } from './connection-queue.ts'
import { withinLazily } from './savepoint.ts'

/** As `client.ts` gives it. */
type Db = PgDatabase<PostgresJsQueryResultHKT>

/**
 * The client as drizzle is given it. Each connection keeps what it has run once, by its text: a text must not
 * vary with its values. Statements and transactions wait in the connection queue before the driver gets them.
 */
export function keepStatements(client: Sql, queue: ConnectionQueue): Sql {
  const begin = (work: (tx: TransactionSql) => unknown) =>
    queue.run(() => client.begin((tx) => work(keepWithin(tx))))
  const unsafe = keep(client)
  const unsafeQueued: Sql['unsafe'] = (...asked) => queued(queue, () => unsafe(...asked))
  // Safe because drizzle calls nothing but methods, and `begin` with its work alone. The driver calls its own.
  return { ...client, begin, unsafe: unsafeQueued } as unknown as Sql
}

/** `asked`: gets every statement of a savepoint. */
function keepWithin(tx: TransactionSql, asked?: PromiseLike<unknown>[]): TransactionSql {
  const make = tx.savepoint.bind(tx)
  const makeKept = (work: (inner: TransactionSql) => Promise<void>) =>
    make(async (inner) => {
      const asked: PromiseLike<unknown>[] = []
      await work(keepWithin(inner, asked))
      // What failed without anybody waiting for it is undone with the savepoint, and not with the transaction.
      await Promise.allSettled(asked)
    })
  const savepoint = (work: (inner: TransactionSql) => unknown) =>
    withinLazily(makeKept, async (inner) => work(inner))
  // Safe because drizzle calls `savepoint` with its work alone.
  return Object.assign(tx, {
    unsafe: keepInOrder(tx, asked),
    savepoint: savepoint as TransactionSql['savepoint'],
  })
}

function keep(client: Sql | TransactionSql): Sql['unsafe'] {
  const unsafe = client.unsafe.bind(client)
  return (text, values, options) => unsafe(text, values, { ...options, prepare: true })
}

/** Handed over when it is asked for, so that a COMMIT comes behind it whether or not somebody waits for it. */
function keepInOrder(tx: TransactionSql, asked?: PromiseLike<unknown>[]): Sql['unsafe'] {
  const unsafe = keep(tx)
  return (text, values, options) => {
    const statement = unsafe(text, values, options)
    void statement.execute()
    asked?.push(statement)
    return statement as never
  }
}

/** Safe because drizzle does nothing with a statement but wait for it, or for its `values()`. */
function queued<T extends readonly (Row & Iterable<Row>)[]>(
  queue: ConnectionQueue,
  start: () => PendingQuery<T>,
): PendingQuery<T> {
  const statement: Pick<PendingQuery<T>, 'then' | 'values'> = {
    // oxlint-disable-next-line unicorn/no-thenable -- a statement of the driver is one
    then: (onDone, onFailed) => queue.run(start).then(onDone, onFailed),
    values: () => queue.run(() => start().values()) as ReturnType<PendingQuery<T>['values']>,
  }
  return statement as PendingQuery<T>
}

/** What drizzle's `prepare` gives: its text, how its rows are read, and the client that it asks. */
type Prepared = { execute(values?: Record<string, unknown>): Promise<unknown> }

/**
 * A query of drizzle's `prepare`, built once for the process: putting its text together costs more than asking it.
 * It is asked on whatever handle it is given, the pool's or a transaction's.
 */
export function buildOnce<Query extends Prepared>(build: (db: Db) => Query): (db: Db) => Query {
  let built: Query | undefined
  return (db) => {
    built ??= takeNulls(build(db))
    const { client, logger } = sessionOf(db)
    // Safe because a prepared query keeps these two members of the handle it was built on, and no others that differ.
    const query = Object.assign(Object.create(Object.getPrototypeOf(built)), built, {
      client,
      logger,
    }) as Query
    const execute = query.execute.bind(query)
    // As one that drizzle builds, which leaves a moment after it is asked: else this one would overtake it.
    return Object.assign(query, {
      execute: (values: Record<string, unknown>) => Promise.resolve().then(() => execute(values)),
    })
  }
}

/**
 * Asks each of these statements behind the one before it, whatever they are built by, and waits for all: in
 * `Promise.all` a query that drizzle builds would leave after what is asked by a call. For what must stand before
 * something, as a lock before a read beside it.
 */
export function askInOrder<const Asks extends readonly (() => unknown)[]>(
  ...asks: Asks
): Promise<{ -readonly [N in keyof Asks]: Awaited<ReturnType<Asks[N]>> }> {
  // Safe because each answer stands where its question does. An async function asks drizzle's query when it returns it.
  return Promise.all(asks.map(async (ask) => ask())) as Promise<never>
}

/** drizzle leaves null as it is where it stands as a value, and lets a column write it where it comes for a placeholder. */
function takeNulls<Query extends object>(query: Query): Query {
  if (!('params' in query) || !Array.isArray(query.params)) return query
  const params: unknown[] = query.params
  return Object.assign(query, { params: params.map(takesNull) })
}

function takesNull(param: unknown): unknown {
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const { encoder } = param
  const mapToDriverValue = (value: unknown): unknown =>
    value === null ? null : encoder.mapToDriverValue(value)
  return new Param(param.value, { mapToDriverValue })
}

type Rows<Row> = { execute: readonly Row[]; all: unknown; values: unknown }

/** As `buildOnce`, for SQL with `sql.placeholder`s: its rows are as the driver gives them. */
export const buildSqlOnce = <Row>(build: () => SQL) =>
  buildOnce(() => {
    const { sql: text, params } = dialect.sqlToQuery(build())
    // Safe because client and logger come with the handle that it is asked on; without fields nothing else is needed.
    const none = undefined as never
    return new PostgresJsPreparedQuery<Rows<Row>>(
      none, text, params, none, none, none, none, none, false, false,
    ) // prettier-ignore
  })

const dialect = new PgDialect()

/** The same for a pool's handle and for those of its transactions: for what is kept of one database. */
export const databaseOf = (db: Db): object => sessionOf(db).options

type Session = PgSession & {
  readonly client: Sql
  readonly logger: Logger
  readonly options: object
}

/** Safe because `client.ts` opens every handle by the driver of postgres.js. */
const sessionOf = (db: Db): Session => db._.session as unknown as Session

/**
 * Sends a statement of a transaction whose answer nothing waits for: it goes in one packet with what follows, the
 * COMMIT perhaps. If it fails, the transaction does, with its error.
 */
export function send(statement: PromiseLike<unknown>): void {
  // The driver knows of the failure, and rejects the transaction with it. Resolved first, so that it leaves in its turn.
  Promise.resolve(statement).catch(() => undefined)
}
