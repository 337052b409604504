// Indexes of tables that are in use are built beside their writers: not in the transaction of the migrations, which would
// keep all of them out for as long as it takes.
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type { Sql } from 'postgres'

const created = /^\s*(?:--[^\n]*\n\s*)*CREATE INDEX "(\w+)" ON "(\w+)"/
const dropped = /^\s*DROP INDEX (?:IF EXISTS )?"(\w+)"/

/** Waiting for those who read and write now keeps nobody else waiting; but one that never ends must be told of. */
const patience = '10min'

/**
 * The same without the indexes of tables that are there already. One that something later names stays where it is, and so
 * do unique ones: statements behind them may count on them.
 */
export function withoutIndexes(
  migrations: readonly MigrationMeta[],
  existing: ReadonlySet<string>,
): MigrationMeta[] {
  const all = migrations.flatMap(({ sql }) => sql)
  const isLater = (statement: string, name: string) =>
    all.slice(all.indexOf(statement) + 1).some((one) => one.includes(`"${name}"`))
  return migrations.map((one) => ({
    ...one,
    sql: one.sql.filter((statement) => {
      const [, name = '', table = ''] = created.exec(statement) ?? []
      return !existing.has(table) || isLater(statement, name)
    }),
  }))
}

/** What builds each index that is there once all has run, by its name. */
export function indexesOf(migrations: readonly MigrationMeta[]): Map<string, string> {
  const left = new Map<string, string>()
  for (const statement of migrations.flatMap(({ sql }) => sql)) {
    const [, name] = created.exec(statement) ?? []
    if (name !== undefined) left.set(name, statement)
    const [, gone] = dropped.exec(statement) ?? []
    if (gone !== undefined) left.delete(gone)
  }
  return left
}

/** Those that are missing, or that a build has left half made; resolves to their names. */
export async function buildMissing(
  client: Sql,
  migrations: readonly MigrationMeta[],
): Promise<string[]> {
  const rows = await client<{ name: string }[]>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and indisvalid`
  const valid = new Set(rows.map(({ name }) => name))
  const missing = [...indexesOf(migrations)].filter(([name]) => !valid.has(name))
  if (missing.length > 0) await client.unsafe(`set lock_timeout = '${patience}'`)
  for (const [name, statement] of missing) {
    await client`drop index concurrently if exists ${client(name)}`
    await client.unsafe(statement.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY'))
  }
  return missing.map(([name]) => name)
}
