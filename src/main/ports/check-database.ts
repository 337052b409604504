// Checks at the start of a process whether the database fits it, before a query fails.
import { isUnavailable } from '#src/platform/db/errors.ts'
import { describeFault } from '#src/platform/db/fault.ts'
import { foreignSchema, readSchemaState } from '#src/platform/db/schema-state.ts'
import { checkSession } from '#src/platform/db/session.ts'
import type { Database, Db } from '#src/platform/db/client.ts'
import type { Log } from '#src/platform/log.ts'

/**
 * Rejects if a migration of this release has not run, or if other migrations have made the tables. A database with
 * newer migrations is logged and accepted: migrations only add, so that old and new processes run side by side during a
 * roll-out. Nothing is checked while the database cannot be reached.
 */
export async function checkSchema(db: Db, log: Log): Promise<void> {
  const state = await readSchemaState(db).catch(() => undefined)
  if (!state) return
  const { missing, newer, isForeign } = state
  if (isForeign) throw new Error(foreignSchema)
  const [first] = missing
  if (first !== undefined)
    throw new Error(
      `The database lacks ${missing.length} migration(s) of this release, the first ${first}: run node src/main/migrate.ts before it.`,
    )
  if (newer > 0)
    log.warn({ newer }, 'the database has migrations that this release does not know: it is older')
}

/** Rejects where waiting would not help: TLS, credentials, or a pooler that loses session state. */
export async function checkDatabase(
  url: string,
  database: Pick<Database, 'db' | 'probe'>,
): Promise<void> {
  try {
    await checkSession(database)
  } catch (error) {
    const fault = await describeFault(url, error)
    if (fault !== undefined) throw new Error(fault, { cause: error })
    if (!isUnavailable(error)) throw error
  }
}
