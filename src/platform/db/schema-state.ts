// Whether the database has the migrations of this release: it may have more, because they only add, and never fewer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

type Migration = { readonly tag: string; readonly when: number }

/** `missing`: names of those that have not run; `newer`: how many the database has that this release does not know. */
export type SchemaState = { readonly missing: readonly string[]; readonly newer: number }

/** Undefined where the role may not see what has run. Rejects when the database is away. */
export async function readSchemaState(
  db: Db,
  own: readonly Migration[] = readOwn(),
): Promise<SchemaState | undefined> {
  const [made] = await db.execute<{ made: boolean; seen: boolean | null }>(sql`
    select to_regclass('drizzle.__drizzle_migrations') is not null as made,
      has_schema_privilege('drizzle', 'usage')
        and has_table_privilege('drizzle.__drizzle_migrations', 'select') as seen
    from pg_namespace where nspname = 'drizzle'`)
  if (made?.made !== true) return { missing: own.map(({ tag }) => tag), newer: 0 }
  if (made.seen !== true) return undefined
  const rows = await db.execute<{ at: string }>(
    sql`select created_at as at from drizzle.__drizzle_migrations`,
  )
  const ran = rows.map(({ at }) => Number(at))
  // As the migrator sees it: what is later than the last that has run.
  const last = Math.max(0, ...ran)
  const newest = Math.max(0, ...own.map(({ when }) => when))
  return {
    missing: own.filter(({ when }) => when > last).map(({ tag }) => tag),
    newer: ran.filter((at) => at > newest).length,
  }
}

function readOwn(): readonly Migration[] {
  const file = join(import.meta.dirname, 'migrations/meta/_journal.json')
  // Safe because the generator writes it.
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: readonly Migration[] }
  return entries
}
