// Measures other calls beside runs with deliberately slow conditions: the budget ends each condition, so that no call
// is delayed.
import { createClient } from '#test/load/client.ts'
import { createLatencies, drive, percentile } from '#test/load/drive.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'
import { settle, startService } from '#test/load/service.ts'
import { createTransaction } from '#test/load/journey.ts'

const conditions = 10
const runs = 60
const readers = 5
const readsMax = 20_000

/** A pattern that takes exponential time on a long text; a client has sent both. */
const slow = {
  kind: 'when',
  condition: 'transaction.channelId.like("(a|ab|b){30}c$")',
  unanswered: 'continue',
  run: { kind: 'stop', outcome: 'rejected', reason: 'slow' },
}
const person = {
  documentType: 'CPF',
  document: '52998224725',
  name: 'Ana Exemplo',
  channelId: `${'a'.repeat(999)}b`,
}

export const slowCondition: Measure = {
  name: 'slow-condition',
  against: 'the same reads while nothing runs; no read may take longer than 200 ms',
  aims: {},
  async run(stage) {
    await using service = await startService(stage)
    const client = await createClient(service.api.url, { scope: 'packs:write packs:live' })
    const steps = Array.from({ length: conditions }, () => slow)
    const root = { kind: 'sequence', steps: [{ kind: 'module', module: 'score' }, ...steps] }
    await client.call('POST', '/v1/packs/slow/versions', 201, { body: { root } })
    const ids: string[] = []
    for (let n = 0; n < runs; n += 1) ids.push((await createTransaction(client, person)).id)
    await settle(stage)

    const [read = ''] = ids
    const readUntil = async (isOver: () => boolean): Promise<number[]> => {
      const { latencies, clock } = createLatencies()
      await drive(readers, readsMax, async () => {
        if (!isOver()) await clock('read', () => client.call('GET', `/v1/transaction/${read}`, 200))
      })
      return latencies.get('read') ?? []
    }
    const calmUntil = Date.now() + 5_000
    const calm = await readUntil(() => Date.now() > calmUntil)
    let isDone = false
    const slowed = drive(2, runs, async () => {
      await client.call('GET', `/v1/packs/slow/${ids.pop()}`, 200)
    }).finally(() => (isDone = true))
    const beside = await readUntil(() => isDone)
    await slowed
    const of = (name: string, share: number) =>
      toResult({
        name,
        value: percentile(beside, share),
        baseline: percentile(calm, share),
        unit: 'ms',
        higherIsBetter: false,
      })
    return [of('slow-condition-p99', 0.99), of('slow-condition-slowest', 1)]
  },
}
