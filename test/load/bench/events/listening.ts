// Measures whole journeys of a tenant whose events go to three endpoints, against those of a tenant without endpoints.
import { createClient, untilAnswered } from '#test/load/client.ts'
import { compare, type Side, toCalls, toRates } from '#test/load/bench/compare.ts'
import { journey } from '#test/load/journey.ts'
import { calls, openCloser } from '#test/load/bench/journeys.ts'
import type { Clocked } from '#test/load/drive.ts'
import { openMailbox } from '#test/load/journey.ts'
import type { Measure } from '#test/load/bench/measure.ts'
import { startService } from '#test/load/service.ts'
import { startReceiver } from '#test/support/servers/receiver.ts'

const plan = { callers: 20, count: 100, rounds: 3 }
const endpoints = 3

export const listening: Measure = {
  name: 'events',
  against: 'the same journeys of a tenant without an endpoint, by the same processes',
  aims: { events: 0.9 },
  limitSeconds: 400,
  async run(stage) {
    await using receiver = await startReceiver()
    const environment = { IDLE_CLOSE_SECONDS: '0.1', WEBHOOK_PRIVATE_HOSTS: receiver.host }
    await using service = await startService(stage, environment)
    await using closer = await openCloser(stage)
    const open = (tenant: string, scope = '') => createClient(service.api.url, { tenant, scope })
    const [listened, alone] = [await open('listened'), await open('alone')]
    const owner = await open('listened', 'webhooks:write')
    for (let made = 0; made < endpoints; made += 1)
      await owner.call('POST', '/v1/webhooks', 201, { body: { url: receiver.url(`/${made}`) } })
    const mailbox = openMailbox(stage)
    const untilDelivered = () =>
      untilAnswered(
        'the last webhook',
        async () => {
          const [found] = await stage.sql<{ waits: boolean }[]>`
          select exists (select from webhook_delivery where status = 'pending') or exists (
            select from webhook_endpoint one
            join event told on told.tenant = one.tenant and told.mode = one.mode
            where (told.tx, told.id) > (one.cursor_tx, one.cursor_id)) as waits`
          return found?.waits === false || undefined
        },
        { pauseMs: 100 },
      )
    const side = (client: typeof alone, finish: () => Promise<unknown>): Side => ({
      stage,
      processes: service.processes,
      go: async (clock: Clocked) => closer.leave(await journey({ client, mailbox }, clock)),
      finish: async () => {
        await finish()
        await closer.close()
      },
    })
    const sides = { ours: side(listened, untilDelivered), bare: side(alone, async () => undefined) }
    await compare(sides, { callers: 10, count: 20, rounds: 1 }) // warms both up
    const compared = await compare(sides, plan)
    const [told] = await stage.sql<{ count: number }[]>`
      select count(*)::int as count from event where tenant = 'listened'`
    const ids = new Set(receiver.received.map(({ headers, path }) => `${path} ${String(headers['webhook-id'])}`)) // prettier-ignore
    if (!told || ids.size !== told.count * endpoints)
      throw new Error(`${ids.size} webhooks have come of ${told?.count} events`)
    return [...toRates('events', 'journeys/s', compared), ...toCalls('events', calls, compared)]
  },
}
