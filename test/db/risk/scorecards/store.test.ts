// What a commit has computed it shows without reading it again, and only what it has not undone.
import { expect } from 'vitest'
import { commitOn } from '#src/journey/commit/commit.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { withinSavepoint } from '#src/packs/runs/savepoint.ts'
import { readScore, saveScore } from '#src/risk/scorecards/store.ts'
import { computed, openStage, sum } from '#test/db/packs/stage.ts'
import { test } from '#test/db/fixture.ts'
import { module, sequence } from '#test/support/packs/build.ts'

test('a score that is undone is not shown, and one that stands is shown as it is read later', async ({
  db,
}) => {
  const stage = await openStage(db, [computed])
  const { sealer } = stage.packs
  const id = await stage.create()
  const runId = await stage.start(id, await stage.publish(sequence(module(sum))))
  const named = { runId, step: 'score' } as const
  const content = { value: 40, reason: undefined, reasons: [] }

  const shown = await commitOn(stage.deps, id, async (tx, locked) => {
    const save = { ...named, module: 'score', scorecard: 'identity@1' } as const
    const undoing = withinSavepoint(tx, locked, async (inner) => {
      await saveScore({ tx: inner, sealer, locked }, save, { value: 1 })
      throw new Error('undone')
    })
    await expect(undoing).rejects.toThrow('undone')
    expect(await readScore(tx, sealer, locked, named)).toBeUndefined()
    await saveScore({ tx, sealer, locked }, save, content)
    return readScore(tx, sealer, locked, named)
  })

  const found = await findById(db, id)
  const read = found && (await readScore(db, sealer, found, named))
  expect(read).toMatchObject({ scorecard: 'identity@1', content: { value: 40, reasons: [] } })
  expect(shown).toMatchObject({ ...read })
  expect(shown?.content).not.toHaveProperty('reason')
})

test('an outcome that is undone is not the transaction’s', async ({ db }) => {
  const stage = await openStage(db, [computed])
  const id = await stage.create()
  await commitOn(stage.deps, id, async (tx, locked) => {
    const undoing = withinSavepoint(tx, locked, async () => {
      locked.outcome = 'approved'
      throw new Error('undone')
    })
    await expect(undoing).rejects.toThrow('undone')
    expect(locked.outcome).toBeNull()
  })
})
