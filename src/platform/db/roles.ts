// The roles beside the owner of the tables. That of the processes reads and writes, makes no tables, and can neither change
// nor delete what was audited or stands in a journal. That of retention touches no table: it may call the functions of the
// owner by which alone such rows go.
import { sql } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import type { Db } from './client.ts'

/** What is only ever appended. */
const appendOnly = ['audit', 'journal'] as const

/** By which rows of these go, once they are old enough. */
const purges = ['purge_erased(timestamptz, int)', 'purge_audit(timestamptz, int)'] as const

export type Role = {
  readonly name: string
  /** Makes the role where it is not there, or gives it this password. */
  readonly password?: string
}

export type Roles = {
  /** Of the processes, where that is another one than the owner's. */
  readonly running?: Role
  /** Of retention; without it the processes' may purge what was erased. */
  readonly retention?: Role
}

/** Throws an Error that names the role that is not there, or is named twice. */
export async function giveRights(client: Sql, { running, retention }: Roles): Promise<void> {
  for (const { name, password } of [running, retention].filter((one) => one !== undefined))
    if (password !== undefined) await makeRole(client, name, password)
  if (running) await allow(client, running.name)
  if (retention) await allowRetention(client, retention.name, running?.name)
}

async function makeRole(client: Sql, name: string, password: string): Promise<void> {
  const [found] = await client`select 1 from pg_roles where rolname = ${name}`
  // A statement of this kind takes no parameters: the driver quotes the name, Postgres the password.
  const [made] = await client<{ statement: string }[]>`
    select format(${found ? 'alter role %I password %L' : 'create role %I login password %L'},
      ${name}::text, ${password}::text) as statement`
  if (made) await client.unsafe(made.statement)
}

const isOwner = async (client: Sql, name: string): Promise<boolean> =>
  (await client`select 1 where current_user = ${name}`).length > 0

async function assertRole(client: Sql, name: string, variable: string): Promise<void> {
  const [found] = await client`select 1 from pg_roles where rolname = ${name}`
  if (!found)
    throw new Error(
      `The database has no role ${name}, which ${variable} names: create it (docs/operations.md, "Three roles").`,
    )
}

/** A database that was made anew, to restore a dump into it, may have lost it. */
async function allowToConnect(tx: TransactionSql, name: string): Promise<void> {
  const [database] = await tx<{ name: string }[]>`select current_database() as name
    where has_database_privilege(current_database(), 'connect with grant option')`
  if (database) await tx`grant connect on database ${tx(database.name)} to ${tx(name)}`
  await tx`grant usage on schema public to ${tx(name)}`
}

async function allow(client: Sql, name: string): Promise<void> {
  if (await isOwner(client, name)) return
  await assertRole(client, name, 'DATABASE_URL')
  const role = client(name)
  const tables = client(appendOnly.map((table) => `public.${table}`))
  await client.begin(async (tx) => {
    await allowToConnect(tx, name)
    await tx`grant select, insert, update, delete on all tables in schema public to ${role}`
    await tx`grant usage, select on all sequences in schema public to ${role}`
    await tx`revoke update, delete on ${tables} from ${role}`
    await tx`grant execute on function public.purge_erased(timestamptz, int) to ${role}`
    // What has run is in a schema of the migrator's own: a process says at its start what is missing.
    await tx`grant usage on schema drizzle to ${role}`
    await tx`grant select on all tables in schema drizzle to ${role}`
  })
}

/** What the processes' role could purge until now goes to this one alone. */
async function allowRetention(client: Sql, name: string, running?: string): Promise<void> {
  if (name === running || (await isOwner(client, name)))
    throw new Error(
      `DATABASE_RETENTION_URL names ${name}, the role of the ${name === running ? 'processes' : 'owner'}: it must be a third one (docs/operations.md, "Three roles").`,
    )
  await assertRole(client, name, 'DATABASE_RETENTION_URL')
  const role = client(name)
  await client.begin(async (tx) => {
    await allowToConnect(tx, name)
    await tx`revoke all on all tables in schema public from ${role}`
    for (const one of purges) {
      // Names of ours, which stand above.
      const purge = tx.unsafe(`function public.${one}`)
      if (running !== undefined) await tx`revoke execute on ${purge} from ${client(running)}`
      await tx`grant execute on ${purge} to ${role}`
    }
  })
}

/** Whether the role of this connection may purge what was erased long ago. */
export async function canPurge(db: Db): Promise<boolean> {
  const [found] = await db.execute<{ can: boolean }>(sql`
    select has_function_privilege(${purges[0]}::regprocedure, 'execute') as can`)
  return found?.can === true
}

/** Whether the role of this connection can change what was audited. */
export async function canRewriteAudit(db: Db): Promise<boolean> {
  const [found] = await db.execute<{ can: boolean }>(sql`
    select has_table_privilege('audit', 'update') or has_table_privilege('audit', 'delete')
      or has_table_privilege('journal', 'update') or has_table_privilege('journal', 'delete') as can`)
  return found?.can === true
}
