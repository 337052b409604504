// What all conditions of a pack may cost together in one commit.
import { expect } from 'vitest'
import { z } from 'zod'
import { computes, defineModule } from '#src/journey/capabilities/module.ts'
import { module, sequence, stop, when } from '#test/support/packs/build.ts'
import { test } from '../fixture.ts'
import { openStage, sum } from './stage.ts'

const hundred = defineModule(
  sum,
  z.object({ value: z.number() }),
  async (_db, { moduleStatus }) => ({
    moduleStatus,
    results: Array.from({ length: 100 }, () => ({ value: 1 })),
  }),
  { runs: computes(async () => {}), seen: { value: 'double' } },
)

/** So many times ten thousand additions, of which none stops it. */
const costly = (loops: number) =>
  Array.from(
    { length: loops },
    () => 'sum.results.all(a, sum.results.all(b, a.value + b.value >= 2))',
  ).join(' && ')

const conditionsMax = 99

/** As many conditions as a pack of 200 steps has room for. */
const pack = (loops: number, options: { unanswered?: 'continue' } = {}) =>
  sequence(
    module(sum),
    ...Array.from({ length: conditionsMax }, () => ({
      ...when([sum], `!(${costly(loops)})`, stop('rejected', 'never')),
      ...options,
    })),
  )

test('conditions that cost nearly all of a budget each are answered until what a commit may cost is used up', async ({
  db,
}) => {
  const stage = await openStage(db, [hundred])
  const published = await stage.publish(pack(4, { unanswered: 'continue' }))
  const id = await stage.create()
  const run = await stage.start(id, published)
  const { answers = {}, status } = await stage.run(run)
  const all = Object.values(answers)
  expect(all).toHaveLength(conditionsMax)
  // Four budgets, and the one that goes beyond them.
  expect(all.filter((one) => one === false).length).toBe(5)
  expect(new Set(all)).toEqual(new Set([false, 'unanswered']))
  expect(status).toBe('completed')
})

test('a guard that is not answered for it holds', async ({ db }) => {
  const stage = await openStage(db, [hundred])
  const published = await stage.publish(pack(4))
  const id = await stage.create()
  const run = await stage.start(id, published)
  expect(await stage.run(run)).toMatchObject({ stopReason: 'unanswered' })
  expect((await stage.runs(id)).map(({ outcome }) => outcome)).toEqual(['review'])
})
