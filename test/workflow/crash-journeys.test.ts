// Workers killed at random moments while journeys run: all of them end, and nothing happens twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, inject, vi } from 'vitest'
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { openEvidence, sealEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import { packEvidence } from '#src/packs/runs/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer, type Sealer } from '#src/platform/seal/sealer.ts'
import { type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import { test } from '#test/db/fixture.ts'
import { built, createFleet, type Fleet } from '#test/support/process.ts'
import { countUnseen } from '#test/support/transactions.ts'

const journeysMax = 10
const killsMax = 3
const untilDone = { timeout: 180_000, interval: 250 }

/** Resolves to the transaction's id when its pack has ended. */
async function walk(caller: Caller, n: number): Promise<string> {
  // Spread over the kills, so that each of them meets journeys at every step.
  await sleep(n * 400)
  const id = await caller.create(`journey-${n}@example.com`)
  expect(await caller.askToken(id)).toMatchObject({ status: 201 })
  const code = await vi.waitFor(async () => {
    const [message] = await caller.messages(id)
    return message?.code ?? expect.fail('no message yet')
  }, untilDone)
  expect(await caller.validate(id, code)).toMatchObject({ status: 200, body: { status: 'Valid' } })
  await vi.waitFor(async () => {
    const { body } = await caller.queryPack(id, 5)
    expect(body['status']).toBe('completed')
  }, untilDone)
  return id
}

/** Kills the only worker, amid the backtest first, then a random while after it has come up; the last one stays. */
async function keepKilling(fleet: Fleet, backtest: Backtest): Promise<void> {
  for (let kill = 0; kill < killsMax; kill++) {
    const worker = await fleet.startWorker()
    if (kill === 0) await backtest.underWay()
    else await sleep(200 + Math.random() * 1_500)
    await worker.kill()
  }
  await fleet.startWorker()
}

const pastRuns = 4_100
type Report = { readonly status: string; readonly progress: number }
type Backtest = { underWay(): Promise<void>; report(): Promise<Report> }

/** Over copies of one run, which the other version would have stopped: some batches of work. */
async function startBacktest(db: Db, sealer: Sealer, url: string): Promise<Backtest> {
  const caller = createCaller(url, { scope: 'packs:write packs:live reports:read' })
  const module = { kind: 'module', module: 'score' }
  const condition = 'score.moduleStatus == "completed"'
  const run = { kind: 'stop', outcome: 'rejected', reason: 'tried' }
  const stops = {
    kind: 'sequence',
    steps: [module, { kind: 'when', of: ['score'], condition, run }],
  }
  const path = '/v1/packs/tried'
  for (const root of [module, stops])
    expect(await caller.send('POST', `${path}/versions`, { root })).toMatchObject({ status: 201 })
  const id = await caller.create('tried@example.com')
  expect(await caller.send('GET', `${path}/${id}`)).toMatchObject({ status: 200 })
  await copyRun(db, sealer, id)
  const started = await caller.send<{ id: string }>('POST', `${path}/backtests`, { version: 2 })
  const read = async () =>
    (await caller.send<Report>('GET', `${path}/backtests/${started.body.id}`)).body
  const waitFor = (isSo: (report: Report) => boolean) =>
    vi.waitFor(async () => {
      const report = await read()
      return isSo(report) ? report : expect.fail(`it is ${report.status}`)
    }, untilDone)
  return {
    underWay: async () => void (await waitFor(({ progress }) => progress > 0)),
    report: () => waitFor(({ status }) => status !== 'running'),
  }
}

/** Each copy has kept what the run saw, sealed for itself. */
async function copyRun(db: Db, sealer: Sealer, id: string): Promise<void> {
  const owning = (await findById(db, id)) ?? expect.fail('there is a transaction')
  const [seen = expect.fail('the run has kept something')] = await db.select().from(packEvidence)
  const kept = await openEvidence(sealer, owning, seen.runId, seen.kept)
  const copies = await db.execute<{ id: string }>(sql`
    with copied as (
      insert into pack_run (id, transaction_id, owner, tenant, mode, name, version, implicit,
        status, answers, rounds, started_at, ended_at)
      select gen_random_uuid(), transaction_id, owner, tenant, mode, name, version, false,
        status, answers, rounds, started_at, ended_at
      from pack_run, generate_series(2, ${pastRuns}::int)
      where transaction_id = ${id} returning id
    )
    insert into pack_module (run_id, step, status, started_at, ended_at)
    select copied.id, module.step, module.status, module.started_at, module.ended_at
    from copied, pack_module module join pack_run run on run.id = module.run_id
    where run.transaction_id = ${id} returning run_id as id`)
  const sealed = copies.map(async (copy) => ({
    runId: copy.id,
    ...(await sealEvidence(sealer, owning, copy.id, kept)),
  }))
  await db.insert(packEvidence).values(await Promise.all(sealed))
}

/** Nothing was sent: a look-up has proved it, or the process stood still too long after its claim to call anybody. */
const unsent: readonly unknown[] = ['absent', 'late']

/** An attempt is claimed once and has one outcome at most; what is deferred was not sent. */
function expectNothingTwice(timeline: readonly TimelineEntry[]): void {
  expect(timeline.map(({ seq }) => seq)).toEqual(timeline.map((_, index) => index + 1))
  const kinds = ['challenge-attempt-claimed', 'challenge-accepted', 'challenge-deferred']
  for (const kind of kinds) {
    const attempts = ofKind(timeline, kind).map(({ attempt }) => attempt)
    expect(new Set(attempts).size).toBe(attempts.length)
  }
  for (const { outcome } of ofKind(timeline, 'challenge-deferred'))
    expect(unsent).toContain(outcome)
  for (const kind of ['pack-started', 'module-started', 'module-completed', 'pack-ended'])
    expect(ofKind(timeline, kind)).toHaveLength(1)
  expect(ofKind(timeline, 'challenge-valid')).toHaveLength(1)
}

test(
  'whenever workers are killed every journey ends, each message is there once, no step is lost or repeated, and a backtest counts each run once',
  { timeout: 400_000 },
  async ({ url: databaseUrl, db }) => {
    await using parts = new AsyncDisposableStack()
    const keyring = createKeyring()
    const fleet = createFleet({
      ...built,
      environment: { KEYRING: JSON.stringify(keyring) },
      databaseUrl,
      temporalAddress: inject('temporalAddress'),
      bundlePath: inject('bundlePath'),
    })
    parts.defer(() => fleet.close())
    const { url } = await fleet.startApi()
    const caller = createCaller(url)
    const backtest = await startBacktest(db, createSealer(openKeyring(keyring)), url)
    const journeys = Array.from({ length: journeysMax }, (_, n) => walk(caller, n))
    const [ids, report] = await Promise.all([
      Promise.all(journeys),
      backtest.report(),
      keepKilling(fleet, backtest),
    ])
    expect(report).toMatchObject({
      status: 'completed',
      compared: pastRuns,
      changed: pastRuns,
      undecidable: 0,
      outcomes: [{ from: 'completed', to: 'rejected', count: pastRuns }],
    })
    for (const id of ids) {
      expectNothingTwice(await caller.timeline(id))
      expect(await caller.messages(id)).toHaveLength(1)
    }
    expect(await countUnseen(db)).toBe(0)
  },
)
