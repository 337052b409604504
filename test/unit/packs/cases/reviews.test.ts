// Cases of packs in which a person decides.
import { expect, test } from 'vitest'
import { coverageOf } from '#src/packs/cases/coverage.ts'
import { runCase } from '#src/packs/cases/run.ts'
import { PackCase } from '#src/packs/cases/schema.ts'
import { score } from '#src/risk/score/module.ts'
import { vocabulary } from '#test/support/packs/own-pack.ts'
import { definePack, module, sequence, stop } from '#test/support/packs/build.ts'

const look = { kind: 'review', id: 'look', title: 'The same person?' } as const
const pack = definePack('looked-at', 1, sequence(module(score), look, stop('approved', 'seen')))

const run = (reviews: object | undefined, outcome: string, reason: string) =>
  runCase(
    pack,
    PackCase.parse({
      name: 'one',
      results: { score: [{ value: 1 }] },
      ...(reviews && { reviews }),
      expect: { outcome, reason },
    }),
    vocabulary,
  )

test('a case says what people decide, by the id of the step or its place', async () => {
  const [approved, rejected, byPlace] = await Promise.all([
    run({ look: 'approved' }, 'approved', 'seen'),
    run({ look: 'rejected' }, 'rejected', 'review-rejected'),
    run({ '/steps/1': 'approved' }, 'approved', 'seen'),
  ])
  expect([approved, rejected, byPlace].flatMap((one) => one.differences)).toEqual([])
  expect(coverageOf(pack.root, [approved.reached, rejected.reached]).missing).toEqual([])
  expect(coverageOf(pack.root, [approved.reached]).missing).toHaveLength(1)
})

test('a case that does not say so does not hold, nor one that expects otherwise', async () => {
  const silent = await run(undefined, 'approved', 'seen')
  expect(silent.differences.join()).toContain('it says nothing of the review look')
  expect((await run({ look: 'rejected' }, 'approved', 'seen')).differences).not.toEqual([])
})
