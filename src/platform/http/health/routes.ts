import { z } from 'zod'
import { reply } from '../reply.ts'
import { defineRoute, mount, type Mounted } from '../route.ts'
import { type Probes, readReadiness, Readiness } from './readiness.ts'

const isAlive = defineRoute({
  method: 'get',
  paths: ['/livez', '/healthz'],
  operationId: 'isAlive',
  summary: 'Ask whether the process lives',
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
  summary: 'Ask whether requests are answered',
  description:
    'Requests are answered without Temporal and worker, so Postgres decides, whether the keys of some issuer were read, and whether the process was told to end: then it still answers, and is to get nothing new.',
  tag: 'Operation',
  auth: 'none',
  request: {},
  responses: {
    200: { description: 'Requests are answered', body: Readiness },
    503: {
      description: 'Postgres is away, no issuer’s keys were read yet, or the process is ending',
      body: Readiness,
    },
  },
  problems: [],
})

/** `/livez`, `/healthz` and `/readyz`. */
export function healthRoutes(probes: Probes): Mounted[] {
  return [
    mount(isAlive, async () => reply(200, { status: 'alive' })),
    mount(isReady, async () => {
      const needed = ['postgres' as const, ...(probes.issuers ? (['issuers'] as const) : [])]
      const readiness = await readReadiness(probes, needed)
      return readiness.status === 'ready' ? reply(200, readiness) : reply(503, readiness)
    }),
  ]
}
