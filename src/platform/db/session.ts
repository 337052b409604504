// Checks the server: its version, and that a pooler in front of it keeps session state (timeouts) and one server
// connection for each of ours.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Database, type Db, timeouts } from './client.ts'
import { isUnavailable } from './errors.ts'
import { checkForms } from './forms.ts'

const leastVersion = 15

export const poolerMode =
  'The URL of the database leads through a pooler that gives a connection to another client between two statements: its pool_mode must be session (docs/operations.md, "A pooler").'

/** Throws an Error that says what is missing and what to do. */
export async function checkSession({ db, probe }: Pick<Database, 'db' | 'probe'>): Promise<void> {
  await checkSettings(db)
  await checkForms(db)
  if (await losesSession(probe, db)) throw new Error(poolerMode)
}

async function checkSettings(db: Db): Promise<void> {
  const names = Object.keys(timeouts)
  const rows = await db.execute<{ name: string; ms: number; role: string; version: number }>(sql`
    select name, setting::int as ms, quote_ident(current_user) as role,
      current_setting('server_version_num')::int / 10000 as version
    from pg_settings where name in ${names}`)
  const { version = 0 } = rows[0] ?? {}
  if (version < leastVersion)
    throw new Error(`This is PostgreSQL ${version}: it must be ${leastVersion} or later.`)
  const lost = Object.entries(timeouts).filter(([name, most]) => {
    const { ms = 0 } = rows.find((row) => row.name === name) ?? {}
    return ms === 0 || ms > most
  })
  if (lost.length === 0) return
  const say = lost.map(([name, most]) => `alter role ${rows[0]?.role} set ${name} = '${most}ms';`)
  throw new Error(
    `A pooler before the database drops the time-outs of a connection. Give them to the role, and connect the pooler anew: ${say.join(' ')}`,
  )
}

/**
 * Whether a session setting is lost while a second connection is in a transaction: a pooler in transaction mode lends
 * server connections to others in between.
 */
export async function losesSession(one: Db, other: Db): Promise<boolean> {
  const token = randomUUID()
  await one.execute(sql`select set_config('atesta.session', ${token}, false)`)
  const ask = () =>
    one.execute<{ kept: string | null }>(
      sql`select current_setting('atesta.session', true) as kept`,
    )
  const asked = other.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    return ask()
  })
  const rows = await asked.catch(async (error: unknown) => {
    if (!isUnavailable(error)) throw error
    // A pooler in statement mode ends the connection at a transaction, but answers single statements.
    await ask()
    return []
  })
  return rows[0]?.kept !== token
}
