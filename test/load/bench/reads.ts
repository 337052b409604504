// Reads of one transaction among many, 20 callers.
import { createBare } from './bare/statements.ts'
import { type Client, createClient } from '#test/load/client.ts'
import { drive, alternate } from '#test/load/drive.ts'
import { type Measure, paired, toResult } from './measure.ts'
import { openMeasuredFleet, serve, settle, startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'
import { makePerson } from '#test/load/people.ts'

const callers = 20
const rounds = 21
const readsPerRound = 1_000
const rows = 50

export const reads: Measure = {
  name: 'reads',
  against:
    'a bare Hono and postgres.js handler: the same query and credential check, nothing sealed',
  aims: { reads: 0.85 },
  async run(stage) {
    await using service = await startService(stage)
    await using bareFleet = openMeasuredFleet(stage)
    const handler = await serve(bareFleet, 'test/load/bench/bare/reads.ts')
    const bareClient = await createClient(handler.url)
    const count = Array.from({ length: rows })
    const created = await Promise.all(count.map(() => createTransaction(service.client)))
    const ids = created.map(({ id }) => id)
    const bareIds = await Promise.all(count.map(() => createBare(stage.sql, makePerson())))
    await settle(stage)
    await service.worker.end()

    const ours: number[] = []
    const bare: number[] = []
    const rate = (client: Client, of: readonly string[], into: number[]) => async () => {
      let next = 0
      const read = async () => {
        await client.call('GET', `/v1/transaction/${of[next++ % of.length]}`, 200)
      }
      into.push(readsPerRound / (await drive(callers, readsPerRound, read)))
    }
    await alternate(4, rate(service.client, ids, []), rate(bareClient, bareIds, []))
    await alternate(rounds, rate(service.client, ids, ours), rate(bareClient, bareIds, bare))
    const line = { ...paired(ours, bare), unit: 'reads/s' }
    return [toResult({ name: 'reads', ...line, higherIsBetter: true })]
  },
}
