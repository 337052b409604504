// The database roles beside the owner of the tables. The role of the processes reads and writes; it cannot create
// tables, and cannot change or delete rows of audit and journal. The role of retention touches no table: it only calls
// functions of the owner, which alone delete such rows.
import { sql } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import type { Db } from './client.ts'

/** Tables whose rows are never changed. */
const appendOnly = ['audit', 'journal'] as const

/** The functions that delete rows of these tables once they are old enough. */
const purges = ['purge_erased(timestamptz, int)', 'purge_audit(timestamptz, int)'] as const

export type Role = {
  readonly name: string
  /** When given, the role is created, or gets this password. */
  readonly password?: string
}

export type Roles = {
  /** The role of the processes, where it is not the owner. */
  readonly running?: Role
  /** The role of retention; without it the role of the processes may purge erased records. */
  readonly retention?: Role
}

/** Throws an Error that names the role that does not exist or is named twice. */
export async function giveRights(client: Sql, { running, retention }: Roles): Promise<void> {
  for (const { name, password } of [running, retention].filter((one) => one !== undefined))
    if (password !== undefined) await makeRole(client, name, password)
  if (running) await allow(client, running.name)
  if (retention) await allowRetention(client, retention.name, running?.name)
}

async function makeRole(client: Sql, name: string, password: string): Promise<void> {
  const [found] = await client`select 1 from pg_roles where rolname = ${name}`
  // CREATE and ALTER ROLE take no parameters, so `format` quotes the name and the password.
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

/** A database that was created again for restoring a dump may have lost this right. */
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
    // The record of the migrations is in drizzle’s own schema: a process reads it at its start to report missing ones.
    await tx`grant usage on schema drizzle to ${role}`
    await tx`grant select on all tables in schema drizzle to ${role}`
  })
}

/** The right to purge moves from the role of the processes to this one. */
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
      // Safe because the names are the constants above.
      const purge = tx.unsafe(`function public.${one}`)
      if (running !== undefined) await tx`revoke execute on ${purge} from ${client(running)}`
      await tx`grant execute on ${purge} to ${role}`
    }
  })
}

/** Whether the role of this connection may purge old erased records. */
export async function canPurge(db: Db): Promise<boolean> {
  const [found] = await db.execute<{ can: boolean }>(sql`
    select has_function_privilege(${purges[0]}::regprocedure, 'execute') as can`)
  return found?.can === true
}

/** Whether the role of this connection can change audit or journal rows. */
export async function canRewriteAudit(db: Db): Promise<boolean> {
  const [found] = await db.execute<{ can: boolean }>(sql`
    select has_table_privilege('audit', 'update') or has_table_privilege('audit', 'delete')
      or has_table_privilege('journal', 'update') or has_table_privilege('journal', 'delete') as can`)
  return found?.can === true
}
