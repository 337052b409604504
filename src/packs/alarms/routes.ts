// Serves a tenant's alarms: their names, counts and times.
import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { AgendaDeps } from '#src/journey/lifecycle/agenda-routes.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, mount } from '#src/platform/http/route.ts'
import { Alarms } from './schema.ts'
import { readAlarms } from './store.ts'

const alarmsRoute = defineRoute({
  method: 'get',
  paths: ['/v1/alarms'],
  operationId: 'listAlarms',
  summary: 'List what is wrong now',
  description:
    'For the caller’s tenant and mode, by the conditions of the alarms of Prometheus, as far as the service can answer them from its rows. What is told of the deployment as a whole (vendors’ accounts, database, workers) stands in Prometheus alone.',
  tag: 'Transaction',
  scope: 'reports:read',
  request: {},
  responses: { 200: { description: 'None where all is well.', body: Alarms } },
  problems: [],
})

type AlarmDeps = Pick<JourneyDeps, 'reports'> & Pick<AgendaDeps, 'workflowsUrl'>

export const alarms: Capability<AlarmDeps> = {
  name: 'alarms',
  routes: ({ reports, workflowsUrl }) => [
    mount(alarmsRoute, async ({ principal }) => {
      const found = await readAlarms(reports, principal)
      return reply(200, { alarms: found, ...(workflowsUrl !== undefined && { workflowsUrl }) })
    }),
  ],
}
