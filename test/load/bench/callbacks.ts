// Distinct status callbacks while a tenant sends messages: their rate, and the slow percentiles.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { MetaMessage } from '#test/support/vendors/meta.ts'
import { createBare } from './bare/statements.ts'
import { type Client, createClient } from '#test/load/client.ts'
import { createLatencies, drive, alternate, median } from '#test/load/drive.ts'
import { type Measure, toResult, toRanks } from './measure.ts'
import { readCpuMs } from '#test/load/proc.ts'
import { openMeasuredFleet, serve, settle, startService } from '#test/load/service.ts'
import { createTransaction, keyed } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'
import type { Stage } from '#test/load/stage.ts'
import { createWebhookPost, startVendor, type Vendor, type Webhook } from './vendor.ts'

const callers = 20
const warmUp = { rounds: 1, records: 60 }
const full = { rounds: 3, records: 160 }
/** The pause between two messages of the sending tenant. */
const sendPauseMs = 200

export const callbacks: Measure = {
  name: 'callbacks',
  against:
    'a bare Hono and postgres.js handler: the same signature, insert of the event and update of the record',
  aims: { callbacks: 0.6 },
  async run(stage) {
    await using vendor = await startVendor()
    await using service = await startService(stage, vendor.environment)
    await using bareFleet = openMeasuredFleet(stage, vendor.environment)
    const handler = await serve(bareFleet, 'test/load/bench/bare/callbacks.ts')
    const client = await createClient(service.api.url, { mode: 'live' })
    const { latencies, clock } = createLatencies()
    const perSecond = { ours: [] as number[], bare: [] as number[] }
    const cpuMs = { ours: [] as number[], bare: [] as number[] }
    const { postgres } = service.processes
    const pids = { ours: [postgres, service.api.pid], bare: [postgres, handler.pid] }
    const turn = (side: keyof typeof perSecond, url: string, rounds: Webhook[][]) => {
      const post = createWebhookPost(url)
      return async () => {
        const webhooks = rounds.pop() ?? []
        let next = 0
        const call = async () => {
          const webhook = webhooks[next++]
          if (webhook) await clock(side, () => post(webhook))
        }
        const before = readCpuMs(pids[side])
        perSecond[side].push(webhooks.length / (await drive(callers, webhooks.length, call)))
        cpuMs[side].push((readCpuMs(pids[side]) - before) / webhooks.length)
      }
    }
    for (const { rounds, records } of [warmUp, full]) {
      const ours = await prepare(rounds, records, vendor, () => send(client, vendor))
      const bare = await prepare(rounds, records, vendor, () => sendBare(stage))
      await settle(stage)
      latencies.clear()
      for (const rates of [perSecond, cpuMs].flatMap(Object.values)) rates.length = 0
      await whileSending(client, vendor, () =>
        alternate(rounds, turn('ours', service.api.url, ours), turn('bare', handler.url, bare)),
      )
    }
    await checkTaken(stage)
    return [
      toResult({
        name: 'callbacks',
        value: median(perSecond.ours),
        baseline: median(perSecond.bare),
        unit: 'callbacks/s',
        higherIsBetter: true,
      }),
      toResult({
        name: 'callbacks-cpu',
        value: median(cpuMs.ours),
        baseline: median(cpuMs.bare),
        unit: 'ms CPU each',
        higherIsBetter: false,
      }),
      ...toRanks(
        (rank) => `callbacks-${rank}-at-${callers}`,
        latencies.get('ours') ?? [],
        latencies.get('bare') ?? [],
      ),
    ]
  },
}

/** Rejects when an answered callback was not recorded. */
async function checkTaken({ sql }: Stage): Promise<void> {
  const [found] = await sql<{ taken: number }[]>`
    select count(*)::int as taken from challenge
    where sent_at is not null and delivered_at is not null and read_at is not null`
  const asked = [warmUp, full].reduce((sum, { rounds, records }) => sum + rounds * records, 0)
  if (found?.taken !== asked)
    throw new Error(`${found?.taken} of ${asked} records have all that was reported`)
}

/** The webhooks of each round: three statuses of every record, the same status of all records first. */
async function prepare(
  rounds: number,
  records: number,
  vendor: Vendor,
  open: () => Promise<MetaMessage>,
): Promise<Webhook[][]> {
  const messages: MetaMessage[] = []
  await drive(callers, rounds * records, async () => void messages.push(await open()))
  return Array.from({ length: rounds }, (_, round) => {
    const own = messages.slice(round * records, (round + 1) * records)
    return (['sent', 'delivered', 'read'] as const).flatMap((status) =>
      own.map((message) => vendor.status(message, status)),
    )
  })
}

async function send(client: Client, vendor: Vendor): Promise<MetaMessage> {
  const { phone, arrived } = vendor.expect()
  const { id } = await createTransaction(client, { ...makePerson(), phone })
  await client.call('POST', `/v1/transaction/${id}/whatsapps/2fa`, 201, keyed())
  return arrived
}

/** Inserts a row as a send would leave it; the recipient is fictitious. */
async function sendBare({ sql }: Stage): Promise<MetaMessage> {
  const [recordId, id, to] = [randomUUID(), `wamid.${randomUUID()}`, '5511960000000']
  const transactionId = await createBare(sql, makePerson())
  await sql`insert into bare.challenge
      (id, transaction_id, created_at, expires_at, phone, message_id)
    values (${recordId}, ${transactionId}, now(), now() + interval '10 minutes', ${to}, ${id})`
  return { id, to, recordId, payloads: [], json: {} }
}

/** Sends a message every now and then, so that both sides have the same background load. */
async function whileSending(client: Client, vendor: Vendor, work: () => Promise<void>) {
  const ending = new AbortController()
  const sends: Promise<unknown>[] = []
  const sending = (async () => {
    while (!ending.signal.aborted) {
      const sent = send(client, vendor)
      // Awaited below; an earlier failure must not end the process.
      sent.catch(() => undefined)
      sends.push(sent)
      await wait(sendPauseMs)
    }
  })()
  try {
    await work()
  } finally {
    ending.abort()
    await sending
    await Promise.all(sends)
  }
}
