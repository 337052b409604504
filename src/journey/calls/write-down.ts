// What a vendor has answered is known here alone until it is written: by whatever retry that takes.
import { setTimeout as sleep } from 'node:timers/promises'
import { isOfDatabase, sqlState } from '#src/platform/db/errors.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Log } from '#src/platform/log.ts'

/** Of a database that is being put back: rights and tables come after it. What an operator mends in a minute. */
const putBack = new Set(['3F000', '42501', '42P01'])

/** Whether the same commit can succeed later. What a value or a rule refuses never will. */
export function isPassing(error: unknown): boolean {
  if (isOfDatabase(error) || putBack.has(sqlState(error) ?? '')) return true
  return error instanceof Problem && error.code === 'unavailable'
}

const waitFirstMs = 100
const waitMaxMs = 2_000

/** Ends when it is written, when it cannot be written at all, or when `signal` says that the process ends. */
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
    // Spread, so that all that an outage has kept waiting does not come at once.
    const spread = waitMs * (0.5 + Math.random())
    await sleep(spread, undefined, { signal }).catch(() => undefined)
  }
}
