// A worker killed and started again: how long until each transaction that was open goes on.
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '#test/bench/client.ts'
import { type Measure, toResult } from '#test/bench/measure.ts'
import {
  askForToken,
  createTransaction,
  makePerson,
  settle,
  startService,
} from '#test/bench/service.ts'

const transactions = 20
const aimSeconds = 5
/** Of each wait: what has not come by then does not come. */
const limitMs = 60_000

export const recovery: Measure = {
  name: 'recovery',
  against: `an aim of ${aimSeconds} s; the start of another worker is part of it`,
  aims: { recovery: 1, 'recovery-mid-send': 1 },
  async run(stage) {
    await using service = await startService(stage)
    const { client } = service
    const waiting = await openMany(client)
    await settle(stage)
    // The sandbox takes three seconds for these: the worker dies while they are sent.
    const sending = await openMany(client, 'slow')
    await untilEach(client, sending, 0, 'challenge-attempt-claimed')

    process.kill(service.worker.pid, 'SIGKILL')
    const killedAt = Date.now()
    const restarted = service.startWorker()
    // Awaited below; what fails before that must not end the process.
    restarted.catch(() => undefined)
    await Promise.all(
      waiting.map((id) =>
        client.call('GET', `/v1/packs/basic/${id}`, 200, { headers: { prefer: 'wait=0' } }),
      ),
    )
    const went = await untilEach(client, waiting, killedAt, 'pack-ended')
    const sent = await untilEach(client, sending, killedAt, 'challenge-deferred')
    await restarted
    await untilEach(client, sending, killedAt, 'challenge-accepted')
    return [
      toLine('recovery', Math.max(...went) - killedAt),
      toLine('recovery-mid-send', Math.max(...sent) - killedAt),
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

type Entry = { readonly kind: string; readonly time: string }

/** When each transaction had an entry of this kind, in epoch ms, looking at entries after `after`. */
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

function toLine(name: string, ms: number) {
  const line = { value: ms / 1_000, baseline: aimSeconds, unit: 's' }
  return toResult({ name, ...line, higherIsBetter: false })
}
