// Serves the costs of checks: codes, counts and sums.
import { z } from 'zod'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { readSpending } from './spent-totals.ts'
import { CheckSpending } from './spent-schema.ts'

const daysMax = 31

const spendingRoute = defineRoute({
  method: 'get',
  paths: ['/v1/checks/spending'],
  operationId: 'readCheckSpending',
  summary: 'Read what checks have cost',
  description:
    'By day (UTC), account and service, from the attempts: what may have been bought counts. A price is the answer’s where it says one, else the account’s.',
  tag: 'Background check',
  scope: 'reports:read',
  request: {
    query: z.object({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(daysMax)
        .optional()
        .meta({ description: 'How many, today included; 7 without it.', example: 7 }),
    }),
  },
  responses: { 200: { description: 'The sums.', body: CheckSpending } },
  problems: [],
})

export function checkRoutes({ reports, checking }: ScreeningDeps): Mounted[] {
  return [
    mount(spendingRoute, async ({ request: { query }, principal }) => {
      const asked = { days: query.days ?? 7, now: new Date() }
      return reply(200, await readSpending(reports, principal, asked, checking.capOf(principal)))
    }),
  ]
}
