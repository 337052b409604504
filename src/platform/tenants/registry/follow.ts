// Keeps the tenants of a process as the registry in the database has them.
import type { Db } from '#src/platform/db/client.ts'
import { describeError, type Log } from '#src/platform/log.ts'
import type { RegisteredTenant } from '../settings.ts'
import { readRegistered, readVersion } from './store.ts'

const everyMs = 2_000

type Following = {
  readonly reads: Db
  /** Puts them in the place of those that were; throws what is wrong. */
  readonly apply: (registered: Record<string, RegisteredTenant>) => void
  /** Why a tenant cannot be registered so, beside what its schema says. */
  readonly findFault?: (tenant: string, registered: RegisteredTenant) => string | undefined
  readonly log: Pick<Log, 'error'>
}

export type Registry = {
  /** Looks now: for whoever has just changed it. */
  refresh(): Promise<void>
  findFault?(tenant: string, registered: RegisteredTenant): string | undefined
}

/** Has read it once when it resolves. While the database is away what was known counts. */
export async function followRegistry(
  { reads, apply, findFault, log }: Following,
  parts: AsyncDisposableStack,
): Promise<Registry> {
  let seen = -1
  async function refresh(): Promise<void> {
    const version = await readVersion(reads)
    if (version === seen) return
    apply(await readRegistered(reads))
    seen = version
  }
  await refresh()
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    refresh()
      .catch((error: unknown) => {
        log.error({ error: describeError(error) }, 'the registry of tenants cannot be read anew')
      })
      .finally(() => {
        isLooking = false
      })
  }, everyMs)
  timer.unref()
  parts.defer(() => clearInterval(timer))
  return { refresh, ...(findFault && { findFault }) }
}
