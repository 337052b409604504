// The number of past runs per second that a backtest evaluates in one process.
import { randomUUID } from 'node:crypto'
import { openDatabase } from '#src/platform/db/client.ts'
import { runBatch } from '#src/packs/backtest/batch.ts'
import { findBacktest, insertBacktest } from '#src/packs/backtest/store.ts'
import { nothing } from '#src/packs/backtest/tally.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTransaction } from '#test/support/transactions.ts'
import { median } from '#test/load/drive.ts'
import { type Measure, toResult } from './measure.ts'

const runs = 2_000
const rounds = 3
const name = 'bench'

const module = { kind: 'module', module: 'score' }
/** A pack that reads each run’s score and decides differently. */
const candidate = {
  kind: 'sequence',
  steps: [
    module,
    {
      kind: 'when',
      of: ['score'],
      condition: 'score.results[0].value < 1000.0',
      run: { kind: 'stop', outcome: 'rejected', reason: 'low' },
    },
  ],
}

/** Creates completed runs of a tenant, each with its transaction and sealed score. */
async function keepRuns(app: TestApp, tenant: string): Promise<void> {
  const claims = { tenant, scope: 'packs:write packs:live reports:read' }
  for (const root of [module, candidate])
    await app.call('POST', `/v1/packs/${name}/versions`, { body: { root }, claims })
  let left = runs
  const work = async () => {
    while (left-- > 0) {
      const id = await createTransaction(app, {}, claims)
      const answer = await app.call('GET', `/v1/packs/${name}/${id}`, { claims })
      if (answer.status !== 200) throw new Error(`a run answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

export const backtest: Measure = {
  name: 'backtest',
  against: 'the rate that is asked for, 2 000 transactions a second in one process',
  aims: { backtest: 1 },
  async run(stage) {
    const tenant = randomUUID()
    await using parts = new AsyncDisposableStack()
    const database = openDatabase(stage.database.url, 'bench')
    parts.defer(() => database.close())
    const { db } = database
    const app = await createTestApp(db)
    await keepRuns(app, tenant)
    await stage.sql`analyze`
    const deps = { ...app.deps.packs, db, reads: db }
    const rates: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const id = randomUUID()
      const now = new Date()
      const own = {
        id,
        tenant,
        mode: 'sandbox',
        owner: tenant,
        name,
        version: 2,
        limit: runs,
      } as const
      await insertBacktest(db, { ...own, since: new Date(0), tally: nothing, createdAt: now })
      const began = performance.now()
      while (!(await runBatch(deps, id))?.isDone);
      const seconds = (performance.now() - began) / 1_000
      const compared = (await findBacktest(db, id))?.tally.compared
      if (compared !== runs) throw new Error(`${compared} of ${runs} runs were compared`)
      // The first round is a warm-up.
      if (round > 0) rates.push(runs / seconds)
    }
    const line = { value: median(rates), baseline: 2_000, unit: 'transactions/s' }
    return [toResult({ name: 'backtest', ...line, higherIsBetter: true })]
  },
}
