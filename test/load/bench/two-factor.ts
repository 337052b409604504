// Measures a complete second factor by WhatsApp: created, requested, sent, reported, answered, read.
import { note } from '#src/main/local/note.ts'
import { startBareTwoFactor } from './bare/two-factor.ts'
import { type Client, createClient } from '#test/load/client.ts'
import { compare, compareAtRate, describeCpu, toCalls, toRates } from './compare.ts'
import type { Clocked } from '#test/load/drive.ts'
import { type Measure, toRanks } from './measure.ts'
import { serversOf, startService } from '#test/load/service.ts'
import { createTransaction, keyed } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'
import { createWebhookPost, startVendor, type Vendor, type Webhook } from './vendor.ts'

const many = { callers: 20, count: 60, rounds: 3 }
/** Twenty callers are a queue of their own, so what one message takes is said of one, and of a rate. */
const alone = { callers: 1, count: 20, rounds: 3 }
/** A third of what either side takes at most. */
const steady = { perSecond: 10, seconds: 6, rounds: 3 }

export const twoFactor: Measure = {
  name: 'two-factor',
  against:
    'a bare Temporal workflow: start, and one update with a local activity per step, the send included',
  aims: { 'two-factor': 1.25, 'two-factor-cpu': 0.95, 'two-factor-arrive-p50-at-1': 1.5 },
  async run(stage) {
    await using vendor = await startVendor()
    await using service = await startService(stage, vendor.environment)
    await using bare = await startBareTwoFactor(stage, vendor)
    const client = await createClient(service.api.url, { mode: 'live' })
    const post = createWebhookPost(service.api.url)
    const sides = {
      ours: {
        stage,
        processes: service.processes,
        go: (clock: Clocked) => roundTrip({ client, post, vendor }, clock),
      },
      bare: {
        stage,
        processes: { ...serversOf(stage), worker: bare.worker.pid },
        go: (clock: Clocked) => bare.roundTrip(clock),
      },
    }
    await compare(sides, { callers: 10, count: 30, rounds: 1 }) // warms both up
    const full = await compare(sides, many)
    note(`CPU ms of a round trip: ${describeCpu(full)}`)
    const single = await compare(sides, alone)
    const { ours, bare: other } = await compareAtRate(sides, steady)
    return [
      ...toRates('two-factor', 'round trips/s', full),
      ...toCalls('two-factor', ['ask', 'replied'], full),
      ...toCalls('two-factor', ['ask', 'arrive', 'replied'], single),
      ...toRanks(
        (rank) => `two-factor-arrive-${rank}-at-${steady.perSecond}-a-second`,
        ours.get('arrive') ?? [],
        other.get('arrive') ?? [],
      ),
    ]
  },
}

type Parties = {
  readonly client: Client
  readonly post: (webhook: Webhook) => Promise<void>
  readonly vendor: Vendor
}

async function roundTrip({ client, post, vendor }: Parties, clock: Clocked): Promise<void> {
  const { phone, arrived } = vendor.expect()
  const { id } = await clock('create', () => createTransaction(client, { ...makePerson(), phone }))
  const path = `/v1/transaction/${id}/whatsapps/2fa`
  const message = await clock('arrive', async () => {
    await clock('ask', () => client.call('POST', path, 201, keyed()))
    return arrived
  })
  for (const status of ['sent', 'delivered'] as const)
    await clock(status, () => post(vendor.status(message, status)))
  await clock('replied', () => post(vendor.tap(message)))
  const [record] = await clock('read', () => client.call<{ status: string }[]>('GET', path, 200))
  if (record?.status !== 'Replied') throw new Error(`a record is ${record?.status} after its reply`)
}
