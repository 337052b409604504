// The third database role: only it can delete rows of journals and of the audit.
import { type Db, openSingle } from '#src/platform/db/client.ts'
import { canPurge } from '#src/platform/db/roles.ts'
import { describeError, type Log } from '#src/platform/log.ts'
import type { Config } from '#src/main/config/config.ts'

/** The connection for retention; without a third role it is that of the processes. */
export function openRetention(
  { DATABASE_RETENTION_URL: url, DATABASE_RETENTION_PASSWORD: password }: Config,
  running: Db,
  parts: AsyncDisposableStack,
): Db {
  if (url === undefined) return running
  const single = openSingle(url, 'atesta-retention', password)
  parts.defer(() => single.close())
  return single.db
}

/** Warns at the start about faults that would otherwise show at night. */
export async function warnOfRetention(
  { db, retention, log }: { readonly db: Db; readonly retention: Db; readonly log: Log },
  url: string | undefined,
): Promise<void> {
  try {
    if (await canPurge(db))
      log.warn(
        {},
        'the role of DATABASE_URL may purge journals: give retention a role of its own, DATABASE_RETENTION_URL',
      )
    else if (!(await canPurge(retention)))
      log.warn(
        {},
        url === undefined
          ? 'nobody purges what was erased: this worker has no DATABASE_RETENTION_URL'
          : 'nobody purges what was erased: the role of DATABASE_RETENTION_URL may not, run the migration with it',
      )
  } catch (error) {
    log.warn(
      { error: describeError(error) },
      'the database cannot be asked as DATABASE_RETENTION_URL',
    )
  }
}
