// Finds the host for a connection, where several are named or a standby is not accepted. All hosts are asked at once,
// each over its own connection, because a host that was cut off by a failover would otherwise be waited for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './address.ts'
import { sqlState } from '../errors.ts'
import type { Endpoint } from './uri.ts'

export type HostState = { readonly isStandby: boolean; readonly isReadOnly: boolean }

/** Connections that a pool opens together share one answer. */
const keptMs = 1_000
/** The timeout for a frozen host, which answers nothing and does not close its connection. */
const answerMs = 6_000

type Hosts = { readonly endpoints: readonly Endpoint[]; readonly target: Target }

/**
 * A single host that may be anything is not asked. The returned function rejects with an error for which
 * `isUnavailable` is true.
 */
export function createHostFinder(
  { endpoints, target }: Hosts,
  ask: (endpoint: Endpoint) => Promise<HostState>,
): () => Promise<Endpoint> {
  let known: { readonly found: Promise<Endpoint>; until: number } | undefined
  const [only] = endpoints
  if (only && endpoints.length === 1 && target === 'any') return async () => only

  async function check(endpoint: Endpoint): Promise<Endpoint> {
    const late = sleep(answerMs, undefined, { ref: false }).then(() => {
      throw noHost()
    })
    const { isStandby, isReadOnly } = await Promise.race([ask(endpoint), late])
    if (target !== 'any' && isStandby) throw noHost()
    if (target === 'read-write' && isReadOnly) throw noHost()
    return endpoint
  }

  async function find(): Promise<Endpoint> {
    const asked = endpoints.map(check)
    if (target !== 'any') return Promise.any(asked).catch(toCause)
    // The hosts are preferred in their order: a later one only when all before it fail.
    const ended = Promise.allSettled(asked)
    for (const one of asked) {
      const found = await one.catch(() => undefined)
      if (found) return found
    }
    const faults = (await ended).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    return toCause(new AggregateError(faults))
  }

  return () => {
    if (known && performance.now() < known.until) return known.found
    const asked = { found: find(), until: Infinity }
    known = asked
    const end = (until: number) => () => {
      asked.until = until
    }
    asked.found.then(() => end(performance.now() + keptMs)(), end(0))
    return asked.found
  }
}

const noHostCode = 'NO_WRITING_HOST'
const noHost = (): Error =>
  Object.assign(new Error('no host of the database takes writes'), { code: noHostCode })

/** An error that a server reported says more than a failed connection to another host. */
function toCause(all: unknown): never {
  const errors: readonly unknown[] = all instanceof AggregateError ? all.errors : [all]
  const isOurs = (one: unknown) => one instanceof Error && 'code' in one && one.code === noHostCode
  throw (
    errors.find((one) => sqlState(one) !== undefined) ??
    errors.find((one) => isOurs(one)) ??
    errors[0]
  )
}
