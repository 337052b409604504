// Checks the settings of the role and the database that change how values are written or found, what a lock protects, or
// when a connection ends. Those that a pooler keeps for a connection are set by it (`client.ts`); the others are refused,
// because a value that is read wrongly is not seen.
import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** By name in PostgreSQL's documentation ("Client Connection Defaults", "Version and Platform Compatibility"). */
const demanded: Readonly<Record<string, { readonly right: RegExp; readonly set: string }>> = {
  array_nulls: { right: /^on$/, set: 'on' },
  bytea_output: { right: /^hex$/, set: 'hex' },
  client_encoding: { right: /^UTF8$/, set: 'UTF8' },
  // What is read behind a lock must be what its last holder has left.
  default_transaction_isolation: { right: /^read committed$/, set: 'read committed' },
  DateStyle: { right: /^ISO\b/, set: 'ISO, MDY' },
  exit_on_error: { right: /^off$/, set: 'off' },
  // A connection that rests holds the lock by which a worker is known to live.
  idle_session_timeout: { right: /^0$/, set: '0' },
  session_replication_role: { right: /^origin$/, set: 'origin' },
  standard_conforming_strings: { right: /^on$/, set: 'on' },
  transaction_timeout: { right: /^0$/, set: '0' },
  transform_null_equals: { right: /^off$/, set: 'off' },
}

/** What PostgreSQL does not convert: it stores the bytes of UTF-8 as they are. */
const encodings = ['UTF8', 'SQL_ASCII']

/** Throws an Error that names the setting and says how it is to be; never a value of the database. */
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

/** The tables are named without a schema, and the functions of PostgreSQL too. */
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
