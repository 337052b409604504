import { describe, expect, test } from 'vitest'
import { createQueues } from '#src/journey/calls/capacity.ts'

function queuesAt() {
  const clock = { now: 5_000 }
  return {
    clock,
    queues: createQueues(
      () => clock.now,
      () => 0.5,
    ),
  }
}

describe('the queue of an account', () => {
  test('begins when the account is free, and goes at its pace', () => {
    const { queues } = queuesAt()
    const waits = Array.from({ length: 4 }, () => queues.enter('a', 'acme', 60_000, 100))
    expect(waits).toEqual([60_000, 60_100, 60_200, 60_300])
    expect(queues.lengthMs('a')).toBe(60_300)
    expect(queues.enter('b', 'acme', 0, 100)).toBe(0)
  })

  test('is worked off as time passes', () => {
    const { clock, queues } = queuesAt()
    for (let count = 0; count < 10; count++) queues.enter('a', 'acme', 0, 100)
    clock.now += 500
    expect(queues.enter('a', 'acme', 0, 100)).toBe(500)
    clock.now += 10_000
    expect(queues.enter('a', 'acme', 0, 100)).toBe(0)
    expect(queues.lengthMs('a')).toBe(0)
  })

  test('has a line for each tenant: nobody stands behind another’s backlog, and all take turns', () => {
    const { clock, queues } = queuesAt()
    for (let count = 0; count < 500; count++) queues.enter('a', 'many', 0, 100)
    const few = Array.from({ length: 3 }, () => queues.enter('a', 'few', 0, 100))
    expect(few).toEqual([0, 200, 400])
    // Who finds the account full comes back in its own line.
    clock.now += 400
    expect(queues.enter('a', 'few', 0, 100)).toBe(200)
    clock.now += 10_000
    expect(queues.enter('a', 'few', 0, 100)).toBe(0)
  })

  test('longer than anybody stands in it, is a time somewhere in it', () => {
    const { queues } = queuesAt()
    queues.enter('a', 'acme', 0, 1_000)
    for (let count = 0; count < 120; count++) queues.enter('a', 'acme', 0, 1_000)
    expect(queues.enter('a', 'acme', 0, 1_000)).toBe(60_000)
    expect(queues.lengthMs('a')).toBe(120_000)
  })
})
