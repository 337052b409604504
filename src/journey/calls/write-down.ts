// Writes a vendor’s answer to the database with retries, because until then it exists only in this process.
import { setTimeout as sleep } from 'node:timers/promises'
import { isOfDatabase, sqlState } from '#src/platform/db/errors.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Log } from '#src/platform/log.ts'

/**
 * SQL states of a database that is being restored, before its rights and tables exist; an operator mends this within
 * minutes.
 */
const putBack = new Set(['3F000', '42501', '42P01'])

/** Whether the same commit can succeed later. An error of a value or a constraint is permanent. */
export function isPassing(error: unknown): boolean {
  if (isOfDatabase(error) || putBack.has(sqlState(error) ?? '')) return true
  return error instanceof Problem && error.code === 'unavailable'
}

const waitFirstMs = 100
const waitMaxMs = 2_000

/** Resolves when it is written, when it can never be written, or when `signal` is aborted at the end of the process. */
export async function writeDown(
  write: () => Promise<unknown>,
  { log, signal }: { readonly log: Pick<Log, 'error'>; readonly signal: AbortSignal },
): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      await write()
      return
    } catch (error) {
      if (!isPassing(error)) {
        log.error({ sqlState: sqlState(error) }, 'the outcome of a call could not be recorded')
        return
      }
    }
    const waitMs = Math.min(waitFirstMs * 2 ** Math.min(tries, 10), waitMaxMs)
    // The wait is random, so that the writes held back by an outage do not come all at once.
    const spread = waitMs * (0.5 + Math.random())
    await sleep(spread, undefined, { signal }).catch(() => undefined)
  }
}
