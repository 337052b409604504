import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAgendaFull, runsMax, runWindowMs, waitForStart } from '#src/packs/start-limit.ts'

const now = Date.parse('2026-11-20T14:00:00Z')

test('19 runs in 60 minutes leave room for one more, 20 do not until the first of them is 60 minutes old', () => {
  const runs = Array.from({ length: runsMax }, (_, index) => now - 1_000 * (index + 1))
  expect(waitForStart(runs.slice(1), now)).toBe(0)
  expect(waitForStart(runs, now)).toBe(runWindowMs - 20_000)
  expect(waitForStart(runs, now + runWindowMs - 20_001)).toBe(1)
  expect(waitForStart(runs, now + runWindowMs - 20_000)).toBe(0)
})

test('whatever is asked for and when, no 60 minutes have more than 20 runs, and waiting helps', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 120 })
  fc.assert(
    fc.property(gaps, (asked) => {
      const started: number[] = []
      let time = now
      for (const gap of asked) {
        time += gap
        const wait = waitForStart(started, time)
        expect(waitForStart(started, time + wait)).toBe(0)
        if (wait === 0) started.push(time)
      }
      for (const end of started)
        expect(started.filter((one) => one > end - runWindowMs && one <= end).length).toBeLessThan(
          runsMax + 1,
        )
    }),
  )
})

test('an agenda of 48 tasks takes a further run, one of 49 does not', () => {
  const tasks = Array.from(
    { length: 49 },
    (_, n) => ({ key: `t:${n}`, task: 't', ref: 'r', dueAt: 0, lane: 'local', seq: n }) as const,
  )
  expect([isAgendaFull(tasks.slice(1)), isAgendaFull(tasks)]).toEqual([false, true])
})
