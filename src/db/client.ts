// The one place that opens Postgres. Nobody else may use the postgres.js client under drizzle: drizzle
// rewrites its parsers.
import { drizzle } from 'drizzle-orm/postgres-js'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { keepStatements } from './prepared.ts'

/** The pool's handle or a transaction's: a store takes either. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>

export type Database = { readonly db: Db; close(): Promise<void> }

export function openDatabase(url: string, applicationName: string, poolSize = 10): Database {
  const options = {
    max: poolSize,
    connect_timeout: 3,
    // The driver's own back-off, shared by the pool, keeps callers for 20 s after Postgres is back.
    backoff: () => 0.25,
    idle_timeout: 300,
    // A small value lets two transactions meet on one connection [porsager/postgres #1189].
    max_pipeline: 10_000,
    onnotice() {},
    connection: {
      application_name: applicationName,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 15_000,
    },
  }
  const client = keepStatements(postgres(url, options))
  return { db: drizzle(client), close: () => client.end({ timeout: 5 }) }
}
