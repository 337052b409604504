// Whole journeys: create, e-mail token, read the code, validate it, ask for the pack and wait for it.
import { setTimeout as wait } from 'node:timers/promises'
import { note } from '#src/local/note.ts'
import { startBare } from './bare/journey.ts'
import type { Client } from './client.ts'
import { compare, describeCpu, toCalls, toRates } from './compare.ts'
import type { Clocked } from './load.ts'
import type { Measure } from './measure.ts'
import { askForToken, createTransaction, keyed, startService } from './service.ts'

const many = { callers: 20, count: 100, rounds: 5 }
const single = { callers: 1, count: 10, rounds: 3 }
const calls = ['create', 'token', 'validate', 'pack']

export const journeys: Measure = {
  name: 'journeys',
  against: 'a bare Temporal workflow: start, and one update with a local activity per step',
  aims: { journeys: 1 },
  async run(stage) {
    await using service = await startService(stage)
    await using bare = await startBare(stage)
    const sides = {
      ours: {
        stage,
        processes: { ...stage.processes, ...service.processes },
        go: (clock: Clocked) => journey(service.client, clock),
      },
      bare: {
        stage,
        processes: { ...stage.processes, worker: bare.worker.pid },
        go: (clock: Clocked) => bare.journey(clock),
      },
    }
    await compare(sides, { callers: 10, count: 20, rounds: 1 }) // warms both up
    const few = await compare(sides, single)
    const full = await compare(sides, many)
    note(`CPU ms of a journey: ${describeCpu(full)}`)
    return [
      ...toRates('journeys', 'journeys/s', full),
      ...toCalls('journeys', calls, few),
      ...toCalls('journeys', calls, full),
    ]
  },
}

async function journey(client: Client, clock: Clocked): Promise<void> {
  const { id } = await clock('create', () => createTransaction(client))
  await clock('token', () => askForToken(client, id))
  const code = await clock('mail', () => readCode(client, id))
  const path = `/v1/transaction/${id}/emails/tokens/validation`
  await clock('validate', () => client.call('POST', path, 200, { body: { code }, ...keyed() }))
  const { status } = await clock('pack', () =>
    client.call<{ status: string }>('GET', `/v1/packs/basic/${id}`, 200, {
      headers: { prefer: 'wait=30' },
    }),
  )
  if (status !== 'completed') throw new Error(`a pack is ${status} after its wait`)
}

/** Between two looks for the message: its reader is slower than that, and each look is a load. */
const lookPauseMs = 150

async function readCode(client: Client, id: string): Promise<string> {
  for (;;) {
    await wait(lookPauseMs)
    const path = `/v1/sandbox/messages?transactionId=${id}`
    const [message] = await client.call<{ code: string }[]>('GET', path, 200)
    if (message) return message.code
  }
}
