import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from '#src/journey/commit/turns.ts'

const unavailable = { code: 'unavailable', headers: { 'retry-after': '1' } }

test('work on one transaction runs in the order in which it came, one after the other, failures or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b'), fails: fc.boolean() }), {
        maxLength: 20,
      }),
      async (all) => {
        const turns = createTurns()
        const running = new Set<string>()
        const ended: number[] = []
        const taken = all.map(({ key, fails }, index) =>
          turns.take(key, async () => {
            expect(running.has(key)).toBe(false)
            running.add(key)
            await sleep(0)
            running.delete(key)
            ended.push(index)
            if (fails) throw new Error('it fails')
          }),
        )
        const results = await Promise.allSettled(taken)
        expect(results.map(({ status }) => status === 'rejected')).toEqual(
          all.map(({ fails }) => fails),
        )
        for (const key of ['a', 'b']) {
          const own = ended.filter((index) => all[index]?.key === key)
          expect(own).toEqual(own.toSorted((one, other) => one - other))
        }
      },
    ),
    { numRuns: 30 },
  )
})

test('one too many is sent away at once, and those before it have their turn', async () => {
  const turns = createTurns({ max: 2 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const taken = [1, 2, 3].map((number) => turns.take('a', () => held.then(() => number)))
  await expect(turns.take('a', async () => 4)).rejects.toMatchObject(unavailable)
  expect(await turns.take('b', async () => 5)).toBe(5)
  release()
  expect(await Promise.all(taken)).toEqual([1, 2, 3])
})

test('whose turn does not come in time is sent away, and its work is never begun', async () => {
  const turns = createTurns({ waitMs: 20 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = turns.take('a', () => held)
  let begun = 0
  const late = turns.take('a', async () => void (begun += 1))
  await expect(late).rejects.toMatchObject(unavailable)
  release()
  await first
  await turns.take('a', async () => undefined)
  expect(begun).toBe(0)
})
