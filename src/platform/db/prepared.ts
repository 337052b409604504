// drizzle asks the driver for unprepared statements: each is parsed and planned anew, and takes two
// round trips because its parameters' types are asked for first. Kept statements take one.
import type { SQL } from 'drizzle-orm'
import { PgDialect, type PgSession } from 'drizzle-orm/pg-core'
import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres'
import type { Db } from './client.ts'
import type { ConnectionQueue } from './connection-queue.ts'

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

function keepWithin(tx: TransactionSql): TransactionSql {
  const savepoint = tx.savepoint.bind(tx)
  const savepointKept = (work: (inner: TransactionSql) => unknown) =>
    savepoint((inner) => work(keepWithin(inner)))
  // Safe because drizzle calls `savepoint` with its work alone.
  return Object.assign(tx, {
    unsafe: keepInOrder(tx),
    savepoint: savepointKept as TransactionSql['savepoint'],
  })
}

function keep(client: Sql | TransactionSql): Sql['unsafe'] {
  const unsafe = client.unsafe.bind(client)
  return (text, values, options) => unsafe(text, values, { ...options, prepare: true })
}

/** Handed over when it is asked for, so that a COMMIT comes behind it whether or not somebody waits for it. */
function keepInOrder(tx: TransactionSql): Sql['unsafe'] {
  const unsafe = keep(tx)
  return (text, values, options) => {
    const statement = unsafe(text, values, options)
    void statement.execute()
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
    built ??= build(db)
    // Safe because a prepared query keeps its client in this member, and nothing else of the handle it was built on.
    return Object.assign(Object.create(Object.getPrototypeOf(built)), built, {
      client: sessionOf(db).client,
    }) as Query
  }
}

/** As `buildOnce`, for SQL with `sql.placeholder`s: its rows are as the driver gives them. */
export function buildSqlOnce<Row>(build: () => SQL): (db: Db) => {
  execute(values: Record<string, unknown>): Promise<readonly Row[]>
} {
  return buildOnce((db) =>
    sessionOf(db).prepareQuery<{ execute: readonly Row[]; all: unknown; values: unknown }>(
      dialect.sqlToQuery(build()),
      undefined,
      undefined,
      false,
    ),
  )
}

const dialect = new PgDialect()

type Session = PgSession & { readonly client: Sql }

/** Safe because `client.ts` opens every handle by the driver of postgres.js. */
const sessionOf = (db: Db): Session => db._.session as unknown as Session

/**
 * Sends a statement of a transaction whose answer nothing waits for: it goes in one packet with what follows, the
 * COMMIT perhaps. If it fails, the transaction does, with its error.
 */
export function send(statement: PromiseLike<unknown>): void {
  // The driver knows of the failure, and rejects the transaction with it.
  statement.then(undefined, () => undefined)
}
