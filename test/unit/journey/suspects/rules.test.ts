// Workers die of tasks, and by chance: who is set apart then. And one task that runs while no other does.
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { park, unpark } from '#src/journey/transaction/parked-rules.ts'
import type { Task } from '#src/journey/transaction/task.ts'
import { aloneMax, deathsMax, deathsOf, suspectsMax } from '#src/journey/suspects/rules.ts'
import { createUnderWay } from '#src/journey/suspects/running-tasks.ts'
import { Deployment, isWaiting, type Step } from './deaths.ts'

const count = 12
const index = fc.nat(count - 1)
const steps = (dies: fc.Arbitrary<boolean>) =>
  fc.array(fc.record({ worker: fc.nat(2), task: index, dies }) satisfies fc.Arbitrary<Step>, {
    maxLength: 120,
  })
const poisons = fc.uniqueArray(index, { maxLength: 3 }).map((all) => new Set(all))

/** Everybody has had many turns by then. */
function toEnd(deployment: Deployment): void {
  for (let round = 0; round < 8; round += 1) {
    for (const task of deployment.indexes) deployment.work({ worker: 0, task, dies: false })
    deployment.runAlone(() => false)
  }
}

describe('who is set apart', () => {
  test('each task of which workers die, after at most four of them, and nobody who was near, whatever workers die besides', () => {
    fc.assert(
      fc.property(poisons, steps(fc.boolean()), (deadly, happened) => {
        const deployment = new Deployment(count, deadly)
        for (const [at, step] of happened.entries()) {
          deployment.work(step)
          if (at % 5 === 0) deployment.runAlone(() => false)
        }
        toEnd(deployment)
        for (const one of deployment.indexes) {
          expect(deployment.isApart(one)).toBe(deadly.has(one))
          expect(deployment.done.has(one)).toBe(!deadly.has(one))
        }
        for (const one of deadly)
          expect(deployment.deathsOf.get(one) ?? 0).toBeLessThanOrEqual(deathsMax + aloneMax)
      }),
    )
  })

  test('a task by which no worker dies only when workers were killed twice while it ran alone', () => {
    fc.assert(
      fc.property(steps(fc.boolean()), fc.infiniteStream(fc.boolean()), (happened, chance) => {
        const deployment = new Deployment(count, new Set())
        for (const step of happened) {
          deployment.work(step)
          deployment.runAlone(() => chance.next().value ?? false)
        }
        for (const one of deployment.indexes)
          expect(deployment.isApart(one)).toBe((deployment.deathsAlone.get(one) ?? 0) >= aloneMax)
      }),
    )
  })

  test('nobody of two thousand tasks when a hundred deaths kill all that is under way', () => {
    const many = 2_000
    const deployment = new Deployment(many, new Set())
    for (let death = 0; death < 100; death += 1) {
      for (let task = 0; task < 40; task += 1)
        deployment.work({ worker: 0, task: (death * 20 + task) % many, dies: true })
      const waiting = deployment.indexes.filter((one) => isWaiting(deployment.of(one)))
      expect(waiting.length).toBeLessThanOrEqual(suspectsMax)
      deployment.runAlone(() => false)
    }
    expect(deployment.indexes.filter(deployment.isApart)).toEqual([])
  })

  test('a run that has ended lost no worker, one that hangs each try of its task, one that is stuck those before the last', () => {
    expect(deathsOf('ended', 3)).toBe(0)
    expect([deathsOf('hung', 0), deathsOf('hung', 1), deathsOf('hung', 2)]).toEqual([1, 1, 2])
    expect([deathsOf('died', 1), deathsOf('died', 2)]).toEqual([1, 2])
    expect(deathsOf('stuck', 3)).toBe(2)
  })
})

const task: Task = {
  key: 'k',
  task: 'send',
  does: 'send SMS',
  ref: 'r',
  dueAt: 5,
  lane: 'local',
  leased: true,
  seq: 1,
}

test('a task that was parked, for its turn and then apart, is the same again', () => {
  const apart = park(park(task, 'turn', 10), 'apart', 20)
  expect(apart).toMatchObject({
    does: 'set apart after workers died: send SMS',
    parked: { until: 'apart', dueAt: 5 },
  })
  expect(apart.dueAt).toBeGreaterThan(300_000_000_000)
  expect(apart).not.toHaveProperty('leased')
  expect(unpark(apart)).toEqual(task)
  const { does: _does, leased: _leased, ...plain } = task
  expect(unpark(park(plain, 'turn', 10))).toEqual(plain)
})

describe('what is under way', () => {
  const a = { id: 'a', key: 'a' }
  const b = { id: 'b', key: 'b' }

  test('one that runs alone begins when the others have ended, and no other begins before it has ended', async () => {
    const underWay = createUnderWay()
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(`${name} begins`)
      await sleep(10)
      order.push(`${name} ends`)
    }
    const first = underWay.run(a, work('first'))
    const alone = underWay.alone(b, 1_000, async () => {
      expect(underWay.list()).toEqual([b])
      await work('alone')()
      return true
    })
    const other = underWay.run(a, work('other'))
    expect(await underWay.alone(a, 1_000, async () => true)).toBeUndefined()
    expect(await alone).toBe(true)
    await Promise.all([first, other])
    expect(order.map((one) => one.split(' ')[0])).toEqual([
      'first', 'first', 'alone', 'alone', 'other', 'other',
    ]) // prettier-ignore
    expect(underWay.list()).toEqual([])
  })

  test('where another does not end in time it does not run, and holds up nobody; one that fails is over', async () => {
    const underWay = createUnderWay()
    const { promise, resolve } = Promise.withResolvers<void>()
    const hanging = underWay.run(a, () => promise)
    expect(await underWay.alone(b, 5, async () => true)).toBeUndefined()
    await underWay.run(b, async () => undefined)
    resolve()
    await hanging
    await expect(underWay.alone(b, 5, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await underWay.alone(b, 5, async () => true)).toBe(true)
  })
})
