import { z } from 'zod'
import { reply } from '../reply.ts'
import { defineRoute, mount, type Mounted } from '../route.ts'

/** How the parts are asked; a probe that throws or takes longer than a second counts as down. */
export type Probes = {
  postgres(): Promise<boolean>
  temporal(): Promise<boolean>
  /** Undefined where this process has no worker. */
  worker(): boolean | undefined
}

const State = z.enum(['up', 'down', 'unknown'])
const Readiness = z
  .object({
    status: z.enum(['ready', 'unavailable']),
    postgres: State,
    temporal: State,
    worker: State,
  })
  .meta({
    id: 'Readiness',
    description: 'The parts that the service needs. `unknown`: this process cannot tell.',
    example: { status: 'ready', postgres: 'up', temporal: 'up', worker: 'up' },
  })
type State = z.output<typeof State>

const isAlive = defineRoute({
  method: 'get',
  paths: ['/healthz'],
  operationId: 'isAlive',
  summary: 'Liveness probe',
  description: 'Asks nothing else: a process that does not answer is to be started anew.',
  tag: 'Operation',
  auth: 'none',
  request: {},
  responses: { 200: { description: 'It lives', body: z.object({ status: z.literal('alive') }) } },
  problems: [],
})

const isReady = defineRoute({
  method: 'get',
  paths: ['/readyz'],
  operationId: 'isReady',
  summary: 'Readiness probe',
  description: 'Requests are answered without Temporal and worker, so only Postgres decides.',
  tag: 'Operation',
  auth: 'none',
  request: {},
  responses: {
    200: { description: 'Requests are answered', body: Readiness },
    503: { description: 'Postgres is away', body: Readiness },
  },
  problems: [],
})

/** `/healthz` and `/readyz`. */
export function healthRoutes(probes: Probes): Mounted[] {
  return [
    mount(isAlive, async () => reply(200, { status: 'alive' })),
    mount(isReady, async () => {
      const [postgres, temporal] = await Promise.all([
        ask(async () => probes.postgres()),
        ask(async () => probes.temporal()),
      ])
      const parts = { postgres, temporal, worker: toState(probes.worker()) }
      return postgres === 'up'
        ? reply(200, { status: 'ready', ...parts })
        : reply(503, { status: 'unavailable', ...parts })
    }),
  ]
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
