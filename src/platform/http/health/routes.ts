import { z } from 'zod'
import { reply } from '../reply.ts'
import { defineRoute, mount, type Mounted } from '../route.ts'
import { type Probes, readReadiness, Readiness } from './readiness.ts'

const isAlive = defineRoute({
  method: 'get',
  paths: ['/livez', '/healthz'],
  operationId: 'isAlive',
  summary: 'Liveness probe',
  description:
    'Asks nothing else: a process that does not answer is to be started anew. Also at `/healthz`.',
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
  description:
    'Requests are answered without Temporal and worker, so only Postgres decides, and whether the process was told to end: then it still answers, and is to get nothing new.',
  tag: 'Operation',
  auth: 'none',
  request: {},
  responses: {
    200: { description: 'Requests are answered', body: Readiness },
    503: { description: 'Postgres is away, or the process is ending', body: Readiness },
  },
  problems: [],
})

/** `/livez`, `/healthz` and `/readyz`. */
export function healthRoutes(probes: Probes): Mounted[] {
  return [
    mount(isAlive, async () => reply(200, { status: 'alive' })),
    mount(isReady, async () => {
      const readiness = await readReadiness(probes, ['postgres'])
      return readiness.status === 'ready' ? reply(200, readiness) : reply(503, readiness)
    }),
  ]
}
