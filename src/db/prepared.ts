// drizzle asks the driver for unprepared statements: each is parsed and planned anew, and takes two
// round trips because its parameters' types are asked for first. Kept statements take one.
import type { Sql, TransactionSql, UnsafeQueryOptions } from 'postgres'

/** Each connection keeps what it has run once, by its text: a text must not vary with its values. */
export function keepStatements(client: Sql): Sql {
  const begin = client.begin.bind(client)
  const beginKept = (work: (tx: TransactionSql) => unknown) => begin((tx) => work(keep(tx)))
  // Safe because drizzle calls `begin` with its work alone.
  return Object.assign(keep(client), { begin: beginKept as Sql['begin'] })
}

function keep<Client extends Sql | TransactionSql>(client: Client): Client {
  const unsafe = client.unsafe.bind(client)
  const kept = (
    text: string,
    values?: Parameters<Sql['unsafe']>[1],
    options?: UnsafeQueryOptions,
  ) => unsafe(text, values, { ...options, prepare: true })
  return Object.assign(client, { unsafe: kept })
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
