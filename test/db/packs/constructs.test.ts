// Retry, fallback, wait, optional, fresh, repeat, other packs, cancelled work: each on real rows.
import { describe, expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { computes, type ModuleCall, opens, waitsFor } from '#src/journey/capabilities/module.ts'
import {
  module,
  parallel,
  repeat,
  sequence,
  stop,
  subPack,
  when,
} from '#test/support/packs/build.ts'
import type { Step } from '#src/packs/document/pack.ts'
import { test } from '../fixture.ts'
import { awaited, computed, made, note, openStage, scan, scanOpened, selfie, sum } from './stage.ts'
import { processorMs } from '#test/support/machine/processor.ts'

const day = 24 * 3_600_000

/** A module that opens a task, and says what the test has put there. */
function answering() {
  const said: { result: boolean | 'failed'; begun: number; cancelled: number } = {
    result: false,
    begun: 0,
    cancelled: 0,
  }
  const calls: ModuleCall[] = []
  const runs = opens(
    async (call) => {
      said.begun += 1
      calls.push(call)
      append(call.locked, { kind: scanOpened, ref: call.runId })
    },
    async () => said.result,
    { cancel: async () => void (said.cancelled += 1) },
  )
  return { said, calls, scanModule: made('scan', runs) }
}

async function started(
  db: Parameters<typeof openStage>[0],
  root: Step,
  modules: Parameters<typeof openStage>[1],
) {
  const stage = await openStage(db, modules)
  const id = await stage.create()
  const pack = await stage.publish(root)
  const run = await stage.start(id, pack)
  const rerun = (key: string) =>
    commitOn(stage.deps, id, (tx, locked) =>
      stage.packs.rerun(tx, locked, pack.name, { step: key, again: false, needModule: () => {} }),
    )
  return { stage, id, run, pack, rerun }
}

describe('a module with further tries', () => {
  const root = sequence(module(scan, { retry: { times: 2, delaySeconds: 60 } }), module(sum))

  test('is begun again after a while, and fails when none is left', async ({ db }) => {
    const { said, scanModule } = answering()
    const { stage, id, run } = await started(db, root, [scanModule, computed])
    said.result = 'failed'
    for (const begun of [1, 2, 3]) {
      expect(said.begun).toBe(begun)
      await stage.change(id)
      await stage.expectSound(id)
      await stage.advanceClock(id, 60_000)
      if (begun < 3) expect(await stage.run(run)).toMatchObject({ modules: { scan: 'processing' } })
      await stage.work(id)
    }
    expect(await stage.run(run)).toMatchObject({
      status: 'partial',
      modules: { scan: 'failed', sum: 'completed' },
    })
    expect((await stage.kinds(id)).filter((kind) => kind === 'module-retried')).toHaveLength(2)
    await stage.expectSound(id)
  })

  test('goes on with the first that succeeds', async ({ db }) => {
    const { said, scanModule } = answering()
    const { stage, id, run } = await started(db, root, [scanModule, computed])
    said.result = 'failed'
    await stage.change(id)
    said.result = true
    await stage.advanceClock(id, 60_000)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({ status: 'completed' })
    await stage.expectSound(id)
  })
})

test('a fallback runs in the place of a module that failed, and makes it good', async ({ db }) => {
  const { said, scanModule } = answering()
  const { sent, selfieModule } = awaited()
  const root = sequence(module(scan, { fallback: module(selfie) }), module(sum))
  const { stage, id, run } = await started(db, root, [scanModule, selfieModule, computed])
  said.result = 'failed'
  await stage.change(id)
  expect(await stage.run(run)).toMatchObject({ modules: { scan: 'failed', selfie: 'processing' } })
  sent.add(id)
  await stage.change(id)
  expect(await stage.run(run)).toMatchObject({ status: 'completed', modules: { sum: 'completed' } })
  await stage.expectSound(id)
})

describe('a module whose failure holds the rest', () => {
  const root = sequence(module(scan, { onFailure: 'wait' }), module(sum))

  test('is run again where it stands', async ({ db }) => {
    const { said, scanModule } = answering()
    const { stage, id, run, rerun } = await started(db, root, [scanModule, computed])
    said.result = 'failed'
    await stage.change(id)
    expect(await stage.run(run)).toMatchObject({
      status: 'processing',
      modules: { scan: 'failed' },
    })
    await stage.expectSound(id)
    said.result = true
    expect(await rerun('scan')).toMatchObject({ status: 'completed' })
    await stage.expectSound(id)
  })

  test('lets the rest go on when nobody has for seven days', async ({ db }) => {
    const { said, scanModule } = answering()
    const { stage, id, run } = await started(db, root, [scanModule, computed])
    said.result = 'failed'
    await stage.change(id)
    await stage.advanceClock(id, 7 * day)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({
      status: 'partial',
      modules: { scan: 'failed', sum: 'completed' },
    })
    await stage.expectSound(id)
  })
})

describe('a rerun', () => {
  test('opens a run again that has ended, and goes on from there', async ({ db }) => {
    const { said, scanModule } = answering()
    const root = sequence(module(scan, { onFailure: 'fail' }), module(sum))
    const { stage, id, run, rerun } = await started(db, root, [scanModule, computed])
    said.result = 'failed'
    await stage.change(id)
    expect(await stage.run(run)).toMatchObject({ status: 'partial', stopReason: 'module-failed' })
    said.result = false
    expect(await rerun('scan')).toMatchObject({ status: 'processing', stopReason: null })
    await stage.expectSound(id)
    said.result = true
    await stage.change(id)
    expect(await stage.run(run)).toMatchObject({
      status: 'completed',
      stopReason: null,
      modules: { scan: 'completed', sum: 'completed' },
    })
    await stage.expectSound(id)
  })

  test('of what has not failed is refused', async ({ db }) => {
    const { stage, id, rerun } = await started(db, module(sum), [computed])
    expect(await rerun('sum')).toBe('not-failed')
    expect(await rerun('nothing')).toBe('not-failed')
    await stage.expectSound(id)
  })
})

test('an optional module is skipped at its deadline, and leaves the run whole', async ({ db }) => {
  const root = sequence(module(selfie, { optional: true, deadlineSeconds: 60 }), module(sum))
  const { stage, id, run } = await started(db, root, [awaited().selfieModule, computed])
  await stage.advanceClock(id, 60_000)
  await stage.work(id)
  expect(await stage.run(run)).toMatchObject({
    status: 'completed',
    modules: { selfie: 'skipped', sum: 'completed' },
  })
  await stage.expectSound(id)
})

test('a fresh module is told from when on counts; others are not, until they are repeated', async ({
  db,
}) => {
  const since: (boolean | undefined)[] = []
  const seen = (key: string) =>
    made(
      key,
      computes(async (call) => void since.push(call.since !== undefined)),
    )
  const root = sequence(
    module({ key: 'usual' }),
    module({ key: 'fresh' }, { fresh: true }),
    repeat(module({ key: 'again' }), { of: [{ key: 'again' }], holds: 'false' }, 2),
  )
  const modules = [seen('usual'), seen('fresh'), seen('again')]
  const { stage, id, run } = await started(db, root, modules)
  expect(since).toEqual([false, true, false, true])
  expect(await stage.run(run)).toMatchObject({ status: 'completed' })
  await stage.expectSound(id)
})

describe('a repeat', () => {
  test('ends with its condition, or at its bound', async ({ db }) => {
    let count = 0
    const counted = made(
      'sum',
      computes(async () => void (count += 1)),
    )
    const until = (holds: string) => ({ of: [sum], holds })
    await started(db, repeat(module(sum), until('sum.results.size() == 1'), 5), [counted])
    expect(count).toBe(1)
    const { stage, id } = await started(db, repeat(module(sum), until('false'), 5), [counted])
    expect(count).toBe(6)
    await stage.expectSound(id)
  })

  test('of many steps is left to a task, so that a commit stays short', async ({ db }) => {
    const keys = Array.from({ length: 60 }, (_, n) => `m${n}`)
    const modules = keys.map((key) =>
      made(
        key,
        computes(async () => {}),
      ),
    )
    const first = { key: 'm0' }
    const root = repeat(
      sequence(...keys.map((key) => module({ key }))),
      { of: [first], holds: 'false' },
      6,
    )
    const { stage, id, run } = await started(db, root, modules)
    expect(await stage.run(run)).toMatchObject({ status: 'processing' })
    expect((await stage.tasks(id)).map(({ task }) => task)).toEqual(['pack-round'])
    await stage.expectSound(id)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({ status: 'completed' })
    await stage.expectSound(id)
  })
})

test('200 steps are one commit, in bounded time', async ({ db }) => {
  const keys = Array.from({ length: 199 }, (_, n) => `m${n}`)
  const modules = keys.map((key) =>
    made(
      key,
      computes(async () => {}),
    ),
  )
  const stage = await openStage(db, modules)
  const id = await stage.create()
  const pack = await stage.publish(sequence(...keys.map((key) => module({ key }))))
  let run = ''
  const spent = await processorMs(async () => (run = await stage.start(id, pack)))
  expect(spent).toBeLessThan(8_000)
  expect(await stage.run(run)).toMatchObject({ status: 'completed' })
})

test('another pack runs in its place, and its stop ends the whole', async ({ db }) => {
  const inner = { name: 'inner', version: 1, root: sequence(module(sum), stop('done', 'inner')) }
  const root = parallel(module(selfie), subPack(inner))
  const { stage, id, run } = await started(db, root, [computed, awaited().selfieModule])
  expect(await stage.run(run)).toMatchObject({
    status: 'completed',
    stopReason: 'inner',
    modules: { sum: 'completed', selfie: 'skipped' },
  })
  await stage.expectSound(id)
})

test('a stop cancels what it makes needless, and what comes after it changes nothing', async ({
  db,
}) => {
  const { said, scanModule } = answering()
  const { sent, selfieModule } = awaited()
  const root = parallel(
    module(scan),
    sequence(module(selfie), when([selfie], 'true', stop('rejected', 'enough'))),
  )
  const { stage, id, run } = await started(db, root, [scanModule, selfieModule])
  sent.add(id)
  await stage.change(id)
  expect(said.cancelled).toBe(1)
  const ended = await stage.run(run)
  expect(ended).toMatchObject({ status: 'completed', modules: { scan: 'skipped' } })
  said.result = true
  await stage.change(id, note)
  await stage.advanceClock(id, 30 * day)
  await stage.work(id)
  expect(await stage.run(run)).toEqual(ended)
  await stage.expectSound(id)
})

test('what throws as it is cancelled ends the run all the same', async ({ db }) => {
  const throwing = made(
    'scan',
    opens(
      async () => {},
      async () => false,
      { cancel: async () => Promise.reject(new Error('a fault')) },
    ),
  )
  const waits = made(
    'selfie',
    waitsFor(async () => true),
  )
  const root = parallel(module(scan), sequence(module(selfie), stop('rejected', 'enough')))
  const { stage, id, run } = await started(db, root, [throwing, waits])
  expect(await stage.run(run)).toMatchObject({ status: 'completed', modules: { scan: 'skipped' } })
  await stage.expectSound(id)
})
