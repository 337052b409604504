// Measures reads of one transaction among many, with 20 callers.
import { createBare } from './bare/statements.ts'
import { type Client, createClient } from '#test/load/client.ts'
import { drive, alternate } from '#test/load/drive.ts'
import { type Measure, paired, type Result, toResult } from './measure.ts'
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

    const ours = { client: service.client, paths: ids.map((id) => `/v1/transaction/${id}`) }
    const bare = { client: bareClient, paths: bareIds.map((id) => `/v1/transaction/${id}`) }
    return [await compareReads('reads', ours, bare)]
  },
}

type Side = { readonly client: Client; readonly paths: readonly string[] }

/** The sides alternate in many short turns, so that other load of the machine affects both. */
export async function compareReads(name: string, ours: Side, bare: Side): Promise<Result> {
  const rate =
    ({ client, paths }: Side, into: number[]) =>
    async () => {
      let next = 0
      const read = async () => {
        await client.call('GET', paths[next++ % paths.length] ?? '', 200)
      }
      into.push(readsPerRound / (await drive(callers, readsPerRound, read)))
    }
  const [ofOurs, ofBare]: [number[], number[]] = [[], []]
  await alternate(4, rate(ours, []), rate(bare, []))
  await alternate(rounds, rate(ours, ofOurs), rate(bare, ofBare))
  const line = { ...paired(ofOurs, ofBare), unit: 'reads/s' }
  return toResult({ name, ...line, higherIsBetter: true })
}
