// Compares the database with the migrations of this release: it may have more of them, because migrations only add, but
// never fewer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

type Migration = { readonly tag: string; readonly when: number }

export type SchemaState = {
  /** The names of the migrations that have not run. */
  readonly missing: readonly string[]
  /** How many migrations of the database this release does not know. */
  readonly newer: number
  /** True when the migrations that have run began with another one than this chain. */
  readonly isForeign: boolean
}

export const foreignSchema =
  'The database is of before 0.1.0, which nothing brings up to date: delete it, and run node src/main/migrate.ts on a new one.'

/** Undefined if the role may not read the record of migrations. Rejects when the database cannot be reached. */
export async function readSchemaState(
  db: Db,
  own: readonly Migration[] = readOwn(),
): Promise<SchemaState | undefined> {
  const [made] = await db.execute<{ made: boolean; seen: boolean | null }>(sql`
    select to_regclass('drizzle.__drizzle_migrations') is not null as made,
      has_schema_privilege('drizzle', 'usage')
        and has_table_privilege('drizzle.__drizzle_migrations', 'select') as seen
    from pg_namespace where nspname = 'drizzle'`)
  if (made?.made !== true) return { missing: own.map(({ tag }) => tag), newer: 0, isForeign: false }
  if (made.seen !== true) return undefined
  const rows = await db.execute<{ at: string }>(
    sql`select created_at as at from drizzle.__drizzle_migrations`,
  )
  const ran = rows.map(({ at }) => Number(at))
  // Decides as drizzle’s migrator does: missing is what is later than the last one that ran.
  const last = Math.max(0, ...ran)
  const newest = Math.max(0, ...own.map(({ when }) => when))
  return {
    missing: own.filter(({ when }) => when > last).map(({ tag }) => tag),
    newer: ran.filter((at) => at > newest).length,
    isForeign: ran.length > 0 && own[0]?.when !== Math.min(...ran),
  }
}

function readOwn(): readonly Migration[] {
  const file = join(import.meta.dirname, 'migrations/meta/_journal.json')
  // Safe because drizzle-kit writes the file.
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: readonly Migration[] }
  return entries
}
