// drizzle asks the driver for unprepared statements: each is parsed and planned anew, and takes two
// round trips because its parameters' types are asked for first. Kept statements take one.
import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres'
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
    unsafe: keep(tx),
    savepoint: savepointKept as TransactionSql['savepoint'],
  })
}

function keep(client: Sql | TransactionSql): Sql['unsafe'] {
  const unsafe = client.unsafe.bind(client)
  return (text, values, options) => unsafe(text, values, { ...options, prepare: true })
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

/**
 * A query of drizzle's `prepare`, built once for each handle: putting its text together costs more than
 * asking it. For reads on the pool's handle; on a transaction's it is built each time.
 */
export function buildOnce<Handle extends object, Query>(
  build: (db: Handle) => Query,
): (db: Handle) => Query {
  const built = new WeakMap<Handle, Query>()
  return (db) => {
    const known = built.get(db)
    if (known !== undefined) return known
    const query = build(db)
    built.set(db, query)
    return query
  }
}
