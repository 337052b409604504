// Rows that an older release has written, as they are kept: by table, as PostgreSQL says them in JSON.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

export type Kept = {
  /** How many of our migrations that release had. */
  readonly migrations: number
  readonly keyring: string
  /** Answers by their path, as that release gave them. */
  readonly answers: Readonly<Record<string, unknown>>
  /** Transactions: at their end, asked for a code, with nothing but themselves. */
  readonly ids: { readonly done: string; readonly asked: string; readonly bare: string }
  readonly rows: Readonly<Record<string, string>>
}

const file = join(import.meta.dirname, 'first-release.json.gz')
const ours = join(import.meta.dirname, '../../../src/platform/db/migrations')

export const readKept = async (): Promise<Kept> =>
  // Safe because `record.ts` has written it.
  JSON.parse(gunzipSync(await readFile(file)).toString()) as Kept

export const writeKept = (kept: Kept): Promise<void> =>
  writeFile(file, gzipSync(JSON.stringify(kept), { level: 9 }))

/** All rows of a database, but those of the migrator. */
export async function dumpRows(url: string): Promise<Record<string, string>> {
  const client = postgres(url, { max: 1, onnotice() {} })
  try {
    const tables = await client<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`
    const rows: Record<string, string> = {}
    for (const { name } of tables) {
      const [all] = await client<{ rows: string | null }[]>`
        select json_agg(one)::text as rows from ${client(name)} as one`
      if (all?.rows) rows[name] = all.rows
    }
    return rows
  } finally {
    await client.end()
  }
}

/** Makes of an empty database that of the older release. */
export async function restoreKept(url: string, { migrations, rows }: Kept): Promise<void> {
  const client = postgres(url, { max: 1, onnotice() {} })
  const folder = await firstMigrations(migrations)
  try {
    await migrate(drizzle(client), { migrationsFolder: folder })
    // Rows refer to each other in every order.
    await client`set session_replication_role = replica`
    for (const [name, text] of Object.entries(rows))
      await client`
        insert into ${client(name)} overriding system value
        select * from json_populate_recordset(null::${client(name)}, ${text}::text::json)`
    await setSequences(client)
  } finally {
    await client.end()
    await rm(folder, { recursive: true })
  }
}

/** What numbers rows goes on behind the last one. */
async function setSequences(client: postgres.Sql): Promise<void> {
  const owned = await client<{ name: string; column: string; sequence: string }[]>`
    select table_name as name, column_name as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`
  for (const { name, column, sequence } of owned)
    await client`
      select setval(${sequence}, (select coalesce(max(${client(column)}), 0) + 1 from ${client(name)}), false)`
}

async function firstMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atesta-older-'))
  const journal = JSON.parse(await readFile(join(ours, 'meta/_journal.json'), 'utf8'))
  const entries: { tag: string }[] = journal.entries.slice(0, count)
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) await cp(join(ours, `${tag}.sql`), join(folder, `${tag}.sql`))
  return folder
}
