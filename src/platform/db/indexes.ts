// Builds indexes on tables in use concurrently, outside the transaction of the migrations, which would block all
// writers for as long as the build takes.
import type { MigrationMeta } from 'drizzle-orm/migrator'
import type { Sql } from 'postgres'

const created = /^\s*(?:--[^\n]*\n\s*)*CREATE INDEX "(\w+)" ON "(\w+)"/
const dropped = /^\s*DROP INDEX (?:IF EXISTS )?"(\w+)"/

/**
 * The build waits for the transactions in progress without blocking others; this timeout reports one that never ends.
 */
const patience = '10min'

/**
 * The migrations without the indexes of existing tables. Indexes that a later statement names, and unique ones, stay,
 * because later statements may rely on them.
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

/** The statement that creates each index which exists after all migrations, by the index’s name. */
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

/** Builds the indexes that are missing, or that an interrupted build left invalid; resolves to their names. */
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
