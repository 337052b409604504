// How many past runs a second a backtest evaluates, in one process.
import { randomUUID } from 'node:crypto'
import { capabilities } from '#src/capabilities.ts'
import { openDatabase } from '#src/db/client.ts'
import { createLog } from '#src/log.ts'
import { runBatch } from '#src/packs/backtest/batch.ts'
import { findBacktest, insertBacktest } from '#src/packs/backtest/store.ts'
import { nothing } from '#src/packs/backtest/tally.ts'
import { createPacks } from '#src/packs/packs.ts'
import { publishOwnPacks } from '#src/packs/store.ts'
import { readKeyring } from '#src/seal/keys.ts'
import { createSealer } from '#src/seal/sealer.ts'
import { type Measure, median, toResult } from './measure.ts'
import type { Stage } from './stage.ts'
import { definePack, module, sequence, stop, when } from '#workflows/packs/define.ts'

const runs = 10_000
const rounds = 3
const score = { key: 'score' } as const
const name = 'bench'

/** Asks each run for its score, and decides half of them otherwise. */
const candidate = definePack(
  name,
  2,
  sequence(module(score), when([score], 'score.results[0].value < 50.0', stop('rejected', 'low'))),
)

/** Runs of a tenant that have ended, each with its score. */
async function keepRuns({ sql }: Stage, tenant: string): Promise<void> {
  await sql`
    with past as (
      select gen_random_uuid() as id, gen_random_uuid() as transaction_id, n from generate_series(1, ${runs}::int) n
    ), owning as (
      insert into transaction (id, tenant, mode, sweep_at)
      select transaction_id, ${tenant}, 'sandbox', 'infinity' from past
    ), run as (
      insert into pack_run (id, transaction_id, tenant, mode, owner, name, version, implicit, status, started_at, ended_at)
      select id, transaction_id, ${tenant}, 'sandbox', '*', ${name}, 1, true, 'completed',
        now() - n * interval '1 second', now() from past
    ), scored as (
      insert into score (run_id, transaction_id, scorecard, value, reason, reasons, created_at)
      select id, transaction_id, 'basic@1', n % 100, 'bench', '[]', now() from past
    )
    insert into pack_module (run_id, module, status, started_at, ended_at)
    select id, 'score', 'completed', now(), now() from past`
  await sql`analyze`
}

export const backtest: Measure = {
  name: 'backtest',
  against: 'the rate that is asked for, 2 000 transactions a second in one process',
  aims: { backtest: 1 },
  async run(stage) {
    const tenant = randomUUID()
    await keepRuns(stage, tenant)
    await using parts = new AsyncDisposableStack()
    const database = openDatabase(stage.databaseUrl, 'bench')
    parts.defer(() => database.close())
    const { db } = database
    const sealer = createSealer(readKeyring({ file: stage.keyringFile }))
    const log = await createLog('silent', 'bench')
    await publishOwnPacks(db, [candidate])
    const deps = { ...createPacks(capabilities, { sealer, log }), db, reads: db }
    const rates: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const id = randomUUID()
      const now = new Date()
      const own = {
        id,
        tenant,
        mode: 'sandbox',
        owner: '*',
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
      // The first round warms up.
      if (round > 0) rates.push(runs / seconds)
    }
    const line = { value: median(rates), baseline: 2_000, unit: 'transactions/s' }
    return [toResult({ name: 'backtest', ...line, higherIsBetter: true })]
  },
}
