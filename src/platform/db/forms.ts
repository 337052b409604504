// Checks the settings of the role and the database that change how values are written or found, what a lock protects,
// or when a connection ends. Settings that a pooler keeps for a connection are set by it (`client.ts`); a wrong value
// of any other is refused, because its effects would go unnoticed.
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * The settings by their names in PostgreSQL's documentation ("Client Connection Defaults", "Version and Platform
 * Compatibility").
 */
const demanded: Readonly<Record<string, { readonly right: RegExp; readonly set: string }>> = {
  array_nulls: { right: /^on$/, set: 'on' },
  bytea_output: { right: /^hex$/, set: 'hex' },
  client_encoding: { right: /^UTF8$/, set: 'UTF8' },
  // After taking a lock, a transaction must see what the last holder wrote.
  default_transaction_isolation: { right: /^read committed$/, set: 'read committed' },
  DateStyle: { right: /^ISO\b/, set: 'ISO, MDY' },
  exit_on_error: { right: /^off$/, set: 'off' },
  // An idle connection holds the lock by which a worker is known to be alive.
  idle_session_timeout: { right: /^0$/, set: '0' },
  session_replication_role: { right: /^origin$/, set: 'origin' },
  standard_conforming_strings: { right: /^on$/, set: 'on' },
  transaction_timeout: { right: /^0$/, set: '0' },
  transform_null_equals: { right: /^off$/, set: 'off' },
}

/** The encodings in which PostgreSQL stores the bytes of UTF-8 unchanged. */
const encodings = ['UTF8', 'SQL_ASCII']

/** Throws an Error that names the setting and its right value, but never a value of the database. */
export async function checkForms(db: Db): Promise<void> {
  const names = Object.keys(demanded)
  const rows = await db.execute<{ name: string; setting: string; role: string }>(sql`
    select name, setting, quote_ident(current_user) as role
    from pg_settings where name in ${names}`)
  const wrong = rows.filter(({ name, setting }) => demanded[name]?.right.test(setting) === false)
  if (wrong.length > 0) {
    const say = wrong.map(
      ({ name, role }) => `alter role ${role} set ${name} = '${demanded[name]?.set}';`,
    )
    throw new Error(
      `The role or database of DATABASE_URL has a setting under which values would be read or found wrongly, or connections end: ${wrong.map(({ name }) => name).join(', ')}. Set it right and start anew: ${say.join(' ')}`,
    )
  }
  await checkEncoding(db)
  await checkPath(db)
}

async function checkEncoding(db: Db): Promise<void> {
  const [row] = await db.execute<{ encoding: string }>(
    sql`select current_setting('server_encoding') as encoding`,
  )
  if (row && encodings.includes(row.encoding)) return
  throw new Error(
    "The database of DATABASE_URL has a server_encoding that lacks letters which people write: make one with `create database … encoding 'UTF8' template template0`.",
  )
}

/** Statements name our tables and PostgreSQL's functions without a schema, so the search path must find them. */
async function checkPath(db: Db): Promise<void> {
  const [row] = await db.execute<{ lost: boolean; shadowed: boolean; role: string }>(sql`
    select to_regclass('submission') is null
        and exists (select from pg_class where relname = 'submission' and relkind in ('r', 'p')) as lost,
      (select path[1] from (select array_remove(current_schemas(true),
        (select nspname from pg_namespace where oid = pg_my_temp_schema())) as path) as own)
        <> 'pg_catalog' as shadowed,
      quote_ident(current_user) as role`)
  if (!row || (!row.lost && !row.shadowed)) return
  throw new Error(
    `The search_path of the role or database of DATABASE_URL ${row.lost ? 'does not lead to the tables' : 'has a schema before pg_catalog'}: alter role ${row.role} set search_path = 'public';`,
  )
}
