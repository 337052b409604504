// Measures after the kill and restart of a worker how long it takes until each open transaction continues.
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient } from '#test/load/client.ts'
import type { Stage } from '#test/load/stage.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'
import { settle, startService } from '#test/load/service.ts'
import { askForToken, createTransaction } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'
import { startBureau } from './bureau.ts'

const transactions = 20
const aimSeconds = 5
/** The seconds until no process can still be sending; only then a message may be sent again. */
const sendingSeconds = 13.5
/** The time limit of each wait. */
const limitMs = 60_000

export const recovery: Measure = {
  name: 'recovery',
  against: `aims of ${aimSeconds} s, and of ${sendingSeconds} s for a message under way, the start of another worker part of them, and of ${aimSeconds} s for a check under way once it is there`,
  aims: { recovery: 1, 'recovery-mid-send': 1, 'recovery-mid-check': 1 },
  async run(stage) {
    await using bureau = await startBureau()
    await using service = await startService(stage, bureau.environment)
    const { client } = service
    const live = await createClient(service.api.url, { mode: 'live' })
    const waiting = await openMany(client)
    await settle(stage)
    // The sandbox takes three seconds to send these, so the worker is killed during the send.
    const sending = await openMany(client, 'slow')
    // The bureau does not answer before this.
    const checking = await bureau.askMany(live, transactions)
    await Promise.all([
      untilEach(client, sending, 0, 'challenge-attempt-claimed'),
      untilEach(live, checking, 0, 'check-attempt-claimed'),
    ])

    process.kill(service.worker.pid, 'SIGKILL')
    const killedAt = Date.now()
    bureau.answers()
    const restarted = service.startWorker()
    // Awaited below; an earlier failure must not end the process.
    restarted.catch(() => undefined)
    await Promise.all(
      waiting.map((id) =>
        client.call('GET', `/v1/packs/basic/${id}`, 200, { headers: { prefer: 'wait=0' } }),
      ),
    )
    const went = await untilEach(client, waiting, killedAt, 'pack-ended')
    const bought = await untilEach(live, checking, killedAt, 'check-answered')
    const sent = await untilEach(client, sending, killedAt, 'challenge-deferred')
    await restarted
    await untilEach(client, sending, killedAt, 'challenge-accepted')
    return [
      toLine('recovery', Math.max(...went) - killedAt, aimSeconds),
      toLine('recovery-mid-send', Math.max(...sent) - killedAt, sendingSeconds),
      toLine('recovery-mid-check', Math.max(...bought) - (await readStart(stage)), aimSeconds),
    ]
  },
}

async function openMany(client: Client, local?: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: transactions }, async () => {
      const { id } = await createTransaction(client, makePerson(local))
      await askForToken(client, id)
      return id
    }),
  )
}

/** The time at which the present worker connected to the database, in epoch ms. */
async function readStart({ sql }: Stage): Promise<number> {
  const [row] = await sql<{ at: Date }[]>`
    select min(backend_start) as at from pg_stat_activity where application_name = 'atesta-worker'`
  if (!row) throw new Error('no worker is at the database')
  return row.at.getTime()
}

type Entry = { readonly kind: string; readonly time: string }

/** The time of each transaction’s entry of this kind after `after`, in epoch ms. */
async function untilEach(
  client: Client,
  ids: readonly string[],
  after: number,
  kind: string,
): Promise<number[]> {
  const deadline = Date.now() + limitMs
  return Promise.all(
    ids.map(async (id) => {
      for (;;) {
        const timeline = await client.call<Entry[]>('GET', `/v1/transaction/${id}/timeline`, 200)
        const found = timeline.find(
          (entry) => entry.kind === kind && Date.parse(entry.time) > after,
        )
        if (found) return Date.parse(found.time)
        if (Date.now() > deadline) throw new Error(`no ${kind} within ${limitMs} ms`)
        await wait(200)
      }
    }),
  )
}

function toLine(name: string, ms: number, baseline: number) {
  const line = { value: ms / 1_000, baseline, unit: 's' }
  return toResult({ name, ...line, higherIsBetter: false })
}
