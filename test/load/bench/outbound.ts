// Measures runs of a pack that calls a system of its tenant, requested over HTTP and awaited.
import { note } from '#src/main/local/note.ts'
import { type Client, createClient } from '#test/load/client.ts'
import { createTransaction } from '#test/load/journey.ts'
import { drive, type Clocked } from '#test/load/drive.ts'
import { serversOf, settle, startService } from '#test/load/service.ts'
import { startReceiver } from '#test/support/servers/receiver.ts'
import { startBareCalls } from './bare/outbound.ts'
import { compare, describeCpu, toCalls, toRates } from './compare.ts'
import type { Measure } from './measure.ts'

const warm = { callers: 10, count: 20, rounds: 1 }
const single = { callers: 1, count: 10, rounds: 3 }
const many = { callers: 20, count: 30, rounds: 2 }
const runs = [warm, single, many].reduce((sum, one) => sum + one.count * one.rounds, 0)
const person = { documentType: 'CPF', document: '52998224725', name: 'Ana Exemplo' }

/** Approves on the yes of the endpoint `core` alone. */
const asking = {
  kind: 'sequence',
  steps: [
    {
      kind: 'call',
      id: 'limit',
      to: 'core',
      input: { document: 'transaction.document' },
      result: { type: 'object', required: ['granted'], properties: { granted: { type: 'boolean' } } },
    },
    { kind: 'decide', id: 'verdict', rows: [
      { if: 'steps.limit.result.granted', outcome: 'approved', reason: 'granted' },
      { outcome: 'rejected', reason: 'refused' },
    ] },
  ],
} // prettier-ignore

/** A tenant’s pack `asking`, and its system at that address of this machine. */
export async function publishAsking(client: Client, url: string): Promise<void> {
  await client.call('POST', '/v1/endpoints', 201, { body: { name: 'core', url } })
  await client.call('POST', '/v1/packs/asking/versions', 201, { body: { root: asking } })
}

export const askingScope = 'packs:write packs:live endpoints:write'

export const outbound: Measure = {
  name: 'outbound',
  against: 'a bare Temporal workflow: start, and one activity that asks the same server over HTTP',
  aims: { outbound: 1 },
  async run(stage) {
    await using receiver = await startReceiver()
    receiver.answer = { status: 200, body: '{"granted":true}' }
    const settings = { IDLE_CLOSE_SECONDS: '0.1', LOOPBACK_ALLOWED: 'true' }
    await using service = await startService(stage, settings)
    const client = await createClient(service.api.url, { scope: askingScope })
    await publishAsking(client, receiver.url('/core'))
    await using bare = await startBareCalls(stage, receiver.url('/core'))
    const ids: string[] = []
    await drive(10, runs, async () => void ids.push((await createTransaction(client, person)).id))
    await settle(stage)
    const runOurs = async () => {
      const path = `/v1/packs/asking/${ids.pop() ?? ''}`
      const headers = { prefer: 'wait=30' }
      const { outcome } = await client.call<{ outcome?: string }>('GET', path, 200, { headers })
      if (outcome !== 'approved') throw new Error(`a run that calls ended as ${outcome}`)
    }
    const { processes } = service
    const sides = {
      ours: { stage, processes, go: (clock: Clocked) => clock('run', runOurs) },
      bare: {
        stage,
        processes: { ...serversOf(stage), worker: bare.worker.pid },
        go: (clock: Clocked) => clock('run', () => bare.run()),
      },
    }
    await compare(sides, warm)
    const few = await compare(sides, single)
    const full = await compare(sides, many)
    note(`CPU ms of a run that calls: ${describeCpu(full)}`)
    return [
      ...toRates('outbound', 'runs/s', full),
      ...toCalls('outbound', ['run'], few),
      ...toCalls('outbound', ['run'], full),
    ]
  },
}
