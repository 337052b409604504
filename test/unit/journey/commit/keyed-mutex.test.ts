import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyedMutex } from '#src/journey/commit/keyed-mutex.ts'

const unavailable = { code: 'unavailable', headers: { 'retry-after': '1' } }

test('work on one transaction runs in the order in which it came, one after the other, failures or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.constantFrom('a', 'b'), fails: fc.boolean() }), {
        maxLength: 20,
      }),
      async (all) => {
        const mutex = createKeyedMutex()
        const running = new Set<string>()
        const ended: number[] = []
        const taken = all.map(({ key, fails }, index) =>
          mutex.run(key, async () => {
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

test('a caller over the limit is refused at once, and those before it run', async () => {
  const mutex = createKeyedMutex({ max: 2 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const taken = [1, 2, 3].map((number) => mutex.run('a', () => held.then(() => number)))
  await expect(mutex.run('a', async () => 4)).rejects.toMatchObject(unavailable)
  expect(await mutex.run('b', async () => 5)).toBe(5)
  release()
  expect(await Promise.all(taken)).toEqual([1, 2, 3])
})

test('a caller that waits too long is refused, and its work is never begun', async () => {
  const mutex = createKeyedMutex({ waitMs: 20 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = mutex.run('a', () => held)
  let begun = 0
  const late = mutex.run('a', async () => void (begun += 1))
  await expect(late).rejects.toMatchObject(unavailable)
  release()
  await first
  await mutex.run('a', async () => undefined)
  expect(begun).toBe(0)
})
