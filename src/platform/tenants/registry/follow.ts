// Keeps the tenants of a process in step with the registry in the database.
import type { Db } from '#src/platform/db/client.ts'
import { describeError, type Log } from '#src/platform/log.ts'
import type { RegisteredTenant } from '../settings.ts'
import { readRegistered, readVersion } from './store.ts'

const everyMs = 2_000

type Following = {
  readonly reads: Db
  /** Replaces the registered tenants; throws when they are invalid. */
  readonly apply: (registered: Record<string, RegisteredTenant>) => void
  /** Says why a tenant cannot be registered so, beyond its schema. */
  readonly findFault?: (tenant: string, registered: RegisteredTenant) => string | undefined
  readonly log: Pick<Log, 'error'>
}

export type Registry = {
  /** Reads the registry now: called after a change. */
  refresh(): Promise<void>
  findFault?(tenant: string, registered: RegisteredTenant): string | undefined
}

/** Resolves after the first read. While the database is away the last known tenants stay. */
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
