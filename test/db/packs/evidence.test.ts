// What a run saw stays what its answer and its backtest are made of, and what is decided anew is so for a reason.
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { computes, opens } from '#src/journey/capabilities/module.ts'
import { append } from '#src/journey/journal/append.ts'
import { endedSections, evidenceMaxBytes } from '#src/packs/runs/evidence/evidence.ts'
import { openEvidence } from '#src/packs/runs/evidence/seal-evidence.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { definePack, module, parallel, sequence, stop, when } from '#test/support/packs/build.ts'
import { ownerTest as test } from '../fixture.ts'
import {
  awaited,
  computed,
  made,
  openStage,
  scan,
  scanOpened,
  selfie,
  type Stage,
  sum,
} from './stage.ts'

async function keptOf(stage: Stage, runId: string) {
  const [shown, { sealer }] = [await findRun(stage.db, runId), stage.packs]
  const owning = shown && (await findById(stage.db, shown.transactionId))
  if (!owning || !shown.kept) throw new Error('the run has kept something')
  return openEvidence(sealer, owning, runId, shown.kept)
}

test('a finished run keeps its sections, whatever its module says a second later', async ({
  db,
}) => {
  const told = { value: 1 }
  const changing = {
    ...computed,
    read: async () => ({ moduleStatus: 'completed' as const, results: [{ ...told }] }),
  }
  const stage = await openStage(db, [changing])
  const root = sequence(
    module(sum),
    when([sum], 'sum.results[0].value == 1', stop('approved', 'one'), stop('rejected', 'other')),
  )
  const id = await stage.create()
  const run = await stage.start(id, await stage.publish(root))
  told.value = 2
  await stage.change(id)
  expect(endedSections(await keptOf(stage, run))).toEqual({
    sum: { moduleStatus: 'completed', results: [{ value: 1 }] },
  })
  expect(await stage.backtested(run)).toEqual({
    from: 'approved',
    verdict: { outcome: 'approved', differed: [] },
  })
})

test('a run that saw more than may be kept says so, and is undecidable', async ({ db }) => {
  const text = 'x'.repeat(evidenceMaxBytes)
  const large = {
    ...computed,
    read: async () => ({ moduleStatus: 'completed' as const, results: [{ value: 1, text }] }),
  }
  const stage = await openStage(db, [large])
  const id = await stage.create()
  const run = await stage.start(id, await stage.publish(module(sum)))
  expect(await keptOf(stage, run)).toMatchObject({ isTooLarge: true, events: [] })
  expect(await stage.backtested(run)).toMatchObject({
    verdict: { missing: [{ why: 'too-large' }] },
  })
})

test('a step that is renamed while a run waits keeps its name in that run, and its backtest knows it by its new one', async ({
  db,
}) => {
  const { sent, selfieModule } = awaited()
  const stage = await openStage(db, [selfieModule])
  const named = (face: string, there: string): Step =>
    sequence(
      { ...module(selfie), id: face },
      {
        kind: 'when',
        id: there,
        condition: `steps.${face}.moduleStatus == "completed"`,
        run: stop('approved', 'there'),
      },
    )
  const id = await stage.create()
  const pack = await stage.publish(named('face', 'isThere'))
  const run = await stage.start(id, pack)
  const renamed = definePack(pack.name, 2, named('look', 'wasSeen'))
  await publishPacks(db, [renamed])
  sent.add(id)
  await stage.change(id)
  expect(await stage.run(run)).toMatchObject({ status: 'completed', stopReason: 'there' })
  const same = { from: 'approved', verdict: { outcome: 'approved', differed: [] } }
  expect(await stage.backtested(run)).toEqual(same)
  expect(await stage.backtested(run, renamed)).toEqual(same)
})

test('what is kept is sealed', async ({ db }) => {
  const plain = {
    ...computed,
    read: async () => ({
      moduleStatus: 'completed' as const,
      results: [{ value: 1, text: 'Maria' }],
    }),
  }
  const stage = await openStage(db, [plain])
  const id = await stage.create()
  await stage.start(id, await stage.publish(module(sum)))
  const found = await db.execute(sql`
    select 1 from pack_evidence where position('Maria'::bytea in kept) > 0`)
  expect(found).toHaveLength(0)
})

test('a rerun decides anew what asked about the module and all behind it, and nothing beside it', async ({
  db,
}) => {
  const said: { result: boolean | 'failed' } = { result: 'failed' }
  const counted = { sum: 0 }
  const shaky = made(
    'scan',
    opens(
      async ({ locked, runId }) => void append(locked, { kind: scanOpened, ref: runId }),
      async () => said.result,
    ),
  )
  const after = made(
    'sum',
    computes(async () => void (counted.sum += 1)),
  )
  const beside = made(
    'other',
    computes(async () => {}),
  )
  const stage = await openStage(db, [shaky, after, beside])
  const other = { key: 'other' } as const
  const root = sequence(
    parallel(
      module(scan),
      sequence(module(other), when([other], 'other.results[0].value == 7', stop('review', 'no'))),
    ),
    when([scan], 'scan.moduleStatus == "failed"', module(sum), module(sum)),
    when(
      [scan],
      'scan.moduleStatus == "completed"',
      stop('approved', 'scanned'),
      stop('review', 'unscanned'),
    ),
  )
  const id = await stage.create()
  const pack = await stage.publish(root)
  const run = await stage.start(id, pack)
  await stage.change(id)
  const first = await stage.run(run)
  expect(first).toMatchObject({
    stopReason: 'unscanned',
    modules: { scan: 'failed', sum: 'completed' },
  })
  said.result = true
  await commitOn(stage.deps, id, (tx, locked) =>
    stage.packs.rerun(tx, locked, pack.name, { step: 'scan', again: false, needModule: () => {} }),
  )
  const again = await stage.run(run)
  expect(again).toMatchObject({ stopReason: 'scanned', status: 'completed' })
  expect(again.answers).toMatchObject({ '/steps/1': false, '/steps/2': true })
  expect(counted.sum).toBe(2)
  // What stood beside it was not asked again.
  const answered = (await stage.journal(id)).filter(({ kind }) => kind === 'condition-answered')
  expect(answered.filter(({ reason }) => reason?.startsWith('/steps/0'))).toHaveLength(1)
  expect(await stage.backtested(run)).toMatchObject({ verdict: { outcome: 'approved' } })
  await stage.expectSound(id)
})

test('a run that cannot be saved refuses nobody what they did, and is looked at again', async ({
  db,
}) => {
  const { sent, selfieModule } = awaited()
  const stage = await openStage(db, [selfieModule, computed])
  const id = await stage.create()
  const run = await stage.start(id, await stage.publish(sequence(module(selfie), module(sum))))
  await db.execute(
    sql`alter table pack_module add constraint broken check (step <> 'sum') not valid`,
  )
  try {
    sent.add(id)
    await stage.change(id)
  } finally {
    await db.execute(sql`alter table pack_module drop constraint broken`)
  }
  expect(await stage.kinds(id)).toContain('test-noted')
  expect(await stage.run(run)).toMatchObject({
    status: 'processing',
    modules: { selfie: 'processing' },
  })
  expect((await stage.tasks(id)).map(({ task }) => task)).toContain('pack-look')
  await stage.advanceClock(id, 3_600_000)
  await stage.work(id)
  expect(await stage.run(run)).toMatchObject({ status: 'completed', modules: { sum: 'completed' } })
  await stage.expectSound(id)
})
