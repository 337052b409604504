// What a role or a database may set so that values are written or found otherwise: set right, or refused by its name.
import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished } from 'vitest'
import { openDatabase } from '#src/platform/db/client.ts'
import { checkSession } from '#src/platform/db/session.ts'
import { test } from '#test/db/fixture.ts'

/** As the superuser, because some of these settings are for one alone. */
function asAdmin(url: string): URL {
  const address = new URL(inject('adminUrl'))
  address.pathname = new URL(url).pathname
  return address
}

function open(url: string, options = '') {
  const address = asAdmin(url)
  if (options !== '') address.searchParams.set('options', options)
  const database = openDatabase(address.href.replaceAll('+', '%20'), 'forms', 2)
  onTestFinished(() => database.close())
  return database
}

const refused: readonly (readonly [string, RegExp])[] = [
  ['-c bytea_output=escape', /bytea_output.*alter role .* set bytea_output = 'hex';/],
  ['-c array_nulls=off', /array_nulls/],
  ['-c transform_null_equals=on', /transform_null_equals/],
  ['-c session_replication_role=replica', /session_replication_role/],
  ['-c exit_on_error=on', /exit_on_error/],
  ['-c idle_session_timeout=60000', /idle_session_timeout/],
  ['-c transaction_timeout=60000', /transaction_timeout/],
  ['-c search_path=nowhere', /search_path .*does not lead to the tables/],
  ['-c search_path=public,pg_catalog', /search_path .*before pg_catalog/],
]

test.for(refused)('%s is refused by its name', async ([options, said], { url }) => {
  await expect(checkSession(open(url, options))).rejects.toThrow(said)
})

test.for([
  '-c intervalstyle=sql_standard',
  '-c standard_conforming_strings=off',
  '-c default_transaction_isolation=serializable',
  '-c timezone=Asia/Kolkata',
  '-c extra_float_digits=-15',
  '-c lc_numeric=C',
  '-c row_security=off',
  '-c backslash_quote=off',
  '-c quote_all_identifiers=on',
  '-c plan_cache_mode=force_generic_plan',
])('%s changes nothing that is written or found, and is taken', async (options, { url }) => {
  await expect(checkSession(open(url, options))).resolves.toBeUndefined()
})

test('a role whose dates or isolation are others is taken: each connection sets them right', async ({
  url,
}) => {
  const { db } = open(url)
  const role = sql.raw(`forms_${process.pid}`)
  await db.execute(sql`create role ${role} superuser login password 'forms'`)
  onTestFinished(async () => void (await db.execute(sql`drop role ${role}`)))
  await db.execute(sql`alter role ${role} set datestyle = 'German, DMY'`)
  await db.execute(sql`alter role ${role} set default_transaction_isolation = 'serializable'`)
  const named = asAdmin(url)
  Object.assign(named, { username: `forms_${process.pid}`, password: 'forms' })
  const own = openDatabase(named.href, 'forms', 2)
  await checkSession(own)
  const [row] = await own.db.execute<{ day: string }>(sql`select date '1990-02-11'::text as day`)
  expect(row?.day).toBe('1990-02-11')
  const [begun] = await own.db.execute(sql`show transaction_isolation`)
  expect(begun).toEqual({ transaction_isolation: 'read committed' })
  await own.close()
})

test('a database of fewer letters is refused, as an arrow could not be stored', async ({ url }) => {
  const { db } = open(url)
  const name = sql.raw(`forms_latin_${process.pid}`)
  await db.execute(sql`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
  const latin = open(`postgres://localhost/forms_latin_${process.pid}`)
  await expect(checkSession(latin)).rejects.toThrow(/server_encoding/)
  await latin.close()
  await db.execute(sql`drop database ${name} with (force)`)
})
