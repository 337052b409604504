// Finds the host that a connection is to lead to, where several are named or one must not be a standby. Each is asked by a
// connection of its own, all at once: the one that a failover has left alone would be waited for otherwise.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './address.ts'
import { sqlState } from './errors.ts'
import type { Endpoint } from './uri.ts'

export type HostState = { readonly isStandby: boolean; readonly isReadOnly: boolean }

/** Connections that a pool opens together are led by one answer. */
const keptMs = 1_000
/** A host that is frozen answers nothing, and its connection does not end. */
const answerMs = 6_000

type Hosts = { readonly endpoints: readonly Endpoint[]; readonly target: Target }

/** Of one host that may be anything nothing is asked. The function rejects with what `isUnavailable` knows. */
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
    // In their order: a later one only where those before it take no connection.
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

/** What a server has said says more than that another is not there. */
function toCause(all: unknown): never {
  const errors: readonly unknown[] = all instanceof AggregateError ? all.errors : [all]
  const isOurs = (one: unknown) => one instanceof Error && 'code' in one && one.code === noHostCode
  throw (
    errors.find((one) => sqlState(one) !== undefined) ??
    errors.find((one) => isOurs(one)) ??
    errors[0]
  )
}
