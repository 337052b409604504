// The role that the processes run as: it reads and writes, makes no tables, and cannot change what was audited.
import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import type { Db } from './client.ts'

/** What is only ever appended. */
const appendOnly = ['audit', 'journal'] as const

export async function makeRole(client: Sql, name: string, password: string): Promise<void> {
  const [found] = await client`select 1 from pg_roles where rolname = ${name}`
  // A statement of this kind takes no parameters: the driver quotes the name, Postgres the password.
  const [made] = await client<{ statement: string }[]>`
    select format(${found ? 'alter role %I password %L' : 'create role %I login password %L'},
      ${name}::text, ${password}::text) as statement`
  if (made) await client.unsafe(made.statement)
}

/** Throws an Error that names the role when it is not there. */
export async function allow(client: Sql, name: string): Promise<void> {
  const [owner] = await client<{ name: string }[]>`select current_user as name`
  if (owner?.name === name) return
  const [found] = await client`select 1 from pg_roles where rolname = ${name}`
  if (!found)
    throw new Error(
      `The database has no role ${name}, which DATABASE_URL names: create it (docs/operations.md, "Two roles").`,
    )
  const role = client(name)
  const tables = client(appendOnly.map((table) => `public.${table}`))
  // A database that was made anew, to restore a dump into it, may have lost it.
  const [database] = await client<{ name: string }[]>`select current_database() as name
    where has_database_privilege(current_database(), 'connect with grant option')`
  await client.begin(async (tx) => {
    if (database) await tx`grant connect on database ${client(database.name)} to ${role}`
    await tx`grant usage on schema public to ${role}`
    await tx`grant select, insert, update, delete on all tables in schema public to ${role}`
    await tx`grant usage, select on all sequences in schema public to ${role}`
    await tx`revoke update, delete on ${tables} from ${role}`
    // Of retention, by which alone rows of a journal go.
    await tx`grant execute on function public.purge_erased(timestamptz, int) to ${role}`
    // What has run is in a schema of the migrator's own: a process says at its start what is missing.
    await tx`grant usage on schema drizzle to ${role}`
    await tx`grant select on all tables in schema drizzle to ${role}`
  })
}

/** Whether the role of this connection can change what was audited. */
export async function canRewriteAudit(db: Db): Promise<boolean> {
  const [found] = await db.execute<{ can: boolean }>(sql`
    select has_table_privilege('audit', 'update') or has_table_privilege('audit', 'delete')
      or has_table_privilege('journal', 'update') or has_table_privilege('journal', 'delete') as can`)
  return found?.can === true
}
