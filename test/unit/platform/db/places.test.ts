import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnavailable } from '#src/platform/db/errors.ts'
import { createPlaces, inShareOf } from '#src/platform/db/places.ts'

const limits = { count: 5, waitingMax: 10, waitMs: 1_000 }

/** Work that runs until it is told to end. */
function hold(places: ReturnType<typeof createPlaces>, owner?: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = { runs: false, end: resolve, done: Promise.resolve<unknown>(undefined) }
  const work = () => ((held.runs = true), promise)
  const take = () => places.take(work)
  held.done = (owner === undefined ? take() : inShareOf(owner, take)).catch(
    (error: unknown) => error,
  )
  return held
}

test('work beyond the places waits in its order', async () => {
  const places = createPlaces(limits)
  const held = Array.from({ length: 8 }, () => hold(places))
  await sleep(0)
  expect(held.map((one) => one.runs)).toEqual([true, true, true, true, true, false, false, false])
  held[3]?.end()
  await sleep(0)
  expect(held.map((one) => one.runs)).toEqual([true, true, true, true, true, true, false, false])
  for (const one of held) one.end()
  await Promise.all(held.map((one) => one.done))
  expect(held.every((one) => one.runs)).toBe(true)
  expect(places.isBusy()).toBe(false)
})

test('one owner leaves places to the others, and its own work waits for its own', async () => {
  const places = createPlaces(limits)
  const greedy = Array.from({ length: 6 }, () => hold(places, 'greedy'))
  const other = hold(places, 'other')
  const nobody = hold(places)
  await sleep(0)
  expect(greedy.filter((one) => one.runs)).toHaveLength(3)
  expect([other.runs, nobody.runs]).toEqual([true, true])
  other.end()
  await sleep(0)
  expect(greedy.filter((one) => one.runs)).toHaveLength(3)
  greedy[0]?.end()
  await sleep(0)
  expect(greedy.filter((one) => one.runs)).toHaveLength(4)
  for (const one of [...greedy, nobody]) one.end()
})

test('who finds no place in time is told that the database is unavailable', async () => {
  const places = createPlaces({ ...limits, count: 1, waitMs: 30 })
  const first = hold(places)
  const second = hold(places)
  expect(isUnavailable(await second.done)).toBe(true)
  first.end()
  await first.done
  const third = hold(places)
  third.end()
  expect([await third.done, second.runs, third.runs]).toEqual([undefined, false, true])
})

test('what is too much to wait is refused at once, for one owner before it is for all', async () => {
  const places = createPlaces({ ...limits, waitMs: 10_000 })
  const held = Array.from({ length: 5 }, () => hold(places))
  const greedy = Array.from({ length: 7 }, () => hold(places, 'greedy'))
  const others = Array.from({ length: 5 }, () => hold(places))
  const refused = await Promise.all([greedy[6]?.done, others[4]?.done])
  expect(refused.map(isUnavailable)).toEqual([true, true])
  for (const one of [...held, ...greedy, ...others]) one.end()
  await Promise.all([...greedy, ...others].map((one) => one.done))
  expect([
    greedy.filter((one) => one.runs).length,
    others.filter((one) => one.runs).length,
  ]).toEqual([6, 4])
})

test('work that fails gives its place back and its error on', async () => {
  const places = createPlaces({ ...limits, count: 1 })
  const error = new Error('own')
  await expect(places.take(() => Promise.reject(error))).rejects.toBe(error)
  await expect(places.take(() => Promise.resolve(1))).resolves.toBe(1)
})

test('never does more run than there are places, nor an owner take more than its share, and all ends', async () => {
  const owner = fc.constantFrom(undefined, 'a', 'b')
  const works = fc.array(fc.record({ owner, ticks: fc.nat(3), fails: fc.boolean() }), {
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), works, async (count, all) => {
      const places = createPlaces({ count, waitingMax: 100, waitMs: 10_000 })
      const now = new Map<string | undefined, number>()
      const change = (who: string | undefined, by: number) => now.set(who, (now.get(who) ?? 0) + by)
      const run = async ({ owner: who, ticks, fails }: (typeof all)[number]) => {
        change(who, 1)
        const total = [...now.values()].reduce((sum, one) => sum + one, 0)
        expect(total).toBeLessThanOrEqual(count)
        const most = who ? Math.max(1, Math.floor(count * 0.6)) : count
        expect(now.get(who)).toBeLessThanOrEqual(most)
        for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
        change(who, -1)
        if (fails) throw new Error('own')
      }
      const done = all.map((one) => {
        const take = () => places.take(() => run(one))
        return one.owner === undefined ? take() : inShareOf(one.owner, take)
      })
      const ended = await Promise.allSettled(done)
      expect(ended.map(({ status }) => status === 'rejected')).toEqual(
        all.map(({ fails }) => fails),
      )
      expect(places.isBusy()).toBe(false)
    }),
    { numRuns: 200 },
  )
})
