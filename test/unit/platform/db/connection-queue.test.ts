import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnavailable } from '#src/platform/db/errors.ts'
import { createConnectionQueue, inShareOf } from '#src/platform/db/connection-queue.ts'

const limits = { count: 5, waitingMax: 10, waitMs: 1_000 }

/** Work that runs until it is told to end. */
function hold(queue: ReturnType<typeof createConnectionQueue>, owner?: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = { runs: false, end: resolve, done: Promise.resolve<unknown>(undefined) }
  const work = () => ((held.runs = true), promise)
  const take = () => queue.run(work)
  held.done = (owner === undefined ? take() : inShareOf(owner, take)).catch(
    (error: unknown) => error,
  )
  return held
}

test('work beyond the connections waits in its order', async () => {
  const queue = createConnectionQueue(limits)
  const held = Array.from({ length: 8 }, () => hold(queue))
  await sleep(0)
  expect(held.map((one) => one.runs)).toEqual([true, true, true, true, true, false, false, false])
  held[3]?.end()
  await sleep(0)
  expect(held.map((one) => one.runs)).toEqual([true, true, true, true, true, true, false, false])
  for (const one of held) one.end()
  await Promise.all(held.map((one) => one.done))
  expect(held.every((one) => one.runs)).toBe(true)
  expect(queue.isBusy()).toBe(false)
})

test('one owner leaves connections to the others, and its own work waits for its own', async () => {
  const queue = createConnectionQueue(limits)
  const greedy = Array.from({ length: 6 }, () => hold(queue, 'greedy'))
  const other = hold(queue, 'other')
  const nobody = hold(queue)
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

test('a caller that gets no connection in time is refused as unavailable', async () => {
  const queue = createConnectionQueue({ ...limits, count: 1, waitMs: 30 })
  const first = hold(queue)
  const second = hold(queue)
  expect(isUnavailable(await second.done)).toBe(true)
  first.end()
  await first.done
  const third = hold(queue)
  third.end()
  expect([await third.done, second.runs, third.runs]).toEqual([undefined, false, true])
})

test('what is too much to wait is refused at once, for one owner before it is for all', async () => {
  const queue = createConnectionQueue({ ...limits, waitMs: 10_000 })
  const held = Array.from({ length: 5 }, () => hold(queue))
  const greedy = Array.from({ length: 7 }, () => hold(queue, 'greedy'))
  const others = Array.from({ length: 5 }, () => hold(queue))
  const refused = await Promise.all([greedy[6]?.done, others[4]?.done])
  expect(refused.map(isUnavailable)).toEqual([true, true])
  for (const one of [...held, ...greedy, ...others]) one.end()
  await Promise.all([...greedy, ...others].map((one) => one.done))
  expect([
    greedy.filter((one) => one.runs).length,
    others.filter((one) => one.runs).length,
  ]).toEqual([6, 4])
})

test('work that fails frees its connection and passes its error on', async () => {
  const queue = createConnectionQueue({ ...limits, count: 1 })
  const error = new Error('own')
  await expect(queue.run(() => Promise.reject(error))).rejects.toBe(error)
  await expect(queue.run(() => Promise.resolve(1))).resolves.toBe(1)
})

test('never does more run than there are connections, nor an owner take more than its share, and all ends', async () => {
  const owner = fc.constantFrom(undefined, 'a', 'b')
  const works = fc.array(fc.record({ owner, ticks: fc.nat(3), fails: fc.boolean() }), {
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), works, async (count, all) => {
      const queue = createConnectionQueue({ count, waitingMax: 100, waitMs: 10_000 })
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
        const take = () => queue.run(() => run(one))
        return one.owner === undefined ? take() : inShareOf(one.owner, take)
      })
      const ended = await Promise.allSettled(done)
      expect(ended.map(({ status }) => status === 'rejected')).toEqual(
        all.map(({ fails }) => fails),
      )
      expect(queue.isBusy()).toBe(false)
    }),
    { numRuns: 200 },
  )
})
