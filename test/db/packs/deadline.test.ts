// Every wait of a run has a deadline.
import { describe, expect } from 'vitest'
import { waitsFor } from '#src/journey/capabilities/module.ts'
import { module, parallel, sequence } from '#test/support/packs/build.ts'
import { test } from '../fixture.ts'
import { awaited, computed, made, openStage, scan, selfie, sum } from './stage.ts'

describe('a deadline', () => {
  test('fails each overdue module at its own, in their order', async ({ db }) => {
    const stage = await openStage(db, [
      awaited().selfieModule,
      made(
        'scan',
        waitsFor(async () => false),
      ),
    ])
    const root = parallel(
      module(selfie, { deadlineSeconds: 600 }),
      module(scan, { deadlineSeconds: 60 }),
    )
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(root))
    const due = (await stage.tasks(id)).map(({ dueAt }) => dueAt)
    await stage.advanceClock(id, 3_600_000)
    await stage.work(id)
    const failed = (await stage.journal(id)).filter(({ kind }) => kind === 'module-failed')
    expect(failed.map(({ module: key, code, at }) => [key, code, at])).toEqual([
      ['scan', 'deadline', due[1]],
      ['selfie', 'deadline', due[0]],
    ])
    expect(await stage.run(run)).toMatchObject({ status: 'partial' })
    await stage.expectSound(id)
  })

  test('where it stops the pack, nothing more begins', async ({ db }) => {
    const stage = await openStage(db, [computed, awaited().selfieModule])
    const first = module(selfie, { deadlineSeconds: 60, onFailure: 'fail' })
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(sequence(first, module(sum))))
    await stage.advanceClock(id, 60_000)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({
      status: 'partial',
      stopReason: 'module-failed',
      modules: { selfie: 'failed', sum: 'skipped' },
    })
    await stage.expectSound(id)
  })

  test('of what has come in time fails nothing', async ({ db }) => {
    const { sent, selfieModule } = awaited()
    const stage = await openStage(db, [selfieModule])
    const id = await stage.create()
    const run = await stage.start(id, await stage.publish(module(selfie, { deadlineSeconds: 60 })))
    sent.add(id)
    await stage.change(id)
    await stage.advanceClock(id, 3_600_000)
    await stage.work(id)
    expect(await stage.run(run)).toMatchObject({ status: 'completed' })
  })
})
