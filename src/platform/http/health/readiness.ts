// Checks the dependencies of a process, each for a second at most.
import { z } from 'zod'

/** The checks; one that throws or takes longer than a second counts as down. */
export type Probes = {
  postgres(): Promise<boolean>
  /** Whether the database took a commit recently; undefined when that is unknown. */
  writes?(): boolean | undefined
  temporal(): Promise<boolean>
  /** Undefined where this process has no worker. */
  worker(): boolean | undefined
  /** Whether the keys of some issuer are there; undefined where this process takes no credentials. */
  issuers?(): boolean | undefined
  /** Whether the process is shutting down: it still answers, but should get no new requests. */
  stopping?(): boolean
}

const State = z.enum(['up', 'down', 'unknown'])
type State = z.output<typeof State>

export const Readiness = z
  .object({
    status: z.enum(['ready', 'unavailable']),
    postgres: State,
    writes: State,
    temporal: State,
    worker: State,
    issuers: State.exactOptional(),
  })
  .meta({
    id: 'Readiness',
    description:
      'The parts that the service needs. `unknown`: this process cannot tell. `writes` is `down` while PostgreSQL answers and takes no commit (a standby, read-only, out of space): what only reads is answered, what changes something is 503. `issuers`, where credentials are taken, is `down` until the key set of some issuer was read.',
    example: {
      status: 'ready',
      postgres: 'up',
      writes: 'up',
      temporal: 'up',
      worker: 'up',
      issuers: 'up',
    },
  })
export type Readiness = z.output<typeof Readiness>

/** Without the parts in `needed` the process is unavailable. Requests can be answered without Temporal and worker. */
export async function readReadiness(
  probes: Probes,
  needed: readonly ('postgres' | 'temporal' | 'worker' | 'issuers')[],
): Promise<Readiness> {
  const [postgres, temporal] = await Promise.all([
    ask(async () => probes.postgres()),
    ask(async () => probes.temporal()),
  ])
  const writes = postgres === 'down' ? 'down' : toState(probes.writes?.())
  const parts = {
    postgres,
    writes,
    temporal,
    worker: toState(probes.worker()),
    ...(probes.issuers && { issuers: toState(probes.issuers()) }),
  }
  const isReady = needed.every((part) => parts[part] === 'up') && probes.stopping?.() !== true
  return { status: isReady ? 'ready' : 'unavailable', ...parts }
}

const deadlineMs = 1000

async function ask(probe: () => Promise<boolean>): Promise<State> {
  const deadline = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => deadline.resolve(false), deadlineMs)
  try {
    return toState(await Promise.race([probe(), deadline.promise]))
  } catch {
    return 'down'
  } finally {
    clearTimeout(timer)
  }
}

const toState = (isUp: boolean | undefined): State =>
  isUp === undefined ? 'unknown' : isUp ? 'up' : 'down'
