// Pace is a hold, never an attempt: the machinery of calls and the plan of attempts, on a clock that is moved.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { TaskRun } from '#src/journey/commit/task.ts'
import type { VendorCall } from '#src/journey/calls/call.ts'
import { createCalls } from '#src/journey/calls/calls.ts'
import { planNext, type TriedPurchase } from '#src/screening/orders/plan.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

type Order = {
  tried: TriedPurchase[]
  dueAt: number
  held: number
  isDone: boolean
  failed?: string
}

const perSecond = 10
const account = 'slow'

test('of 1 000 orders at 10 a second none fails, and none has an attempt more than it needs', async () => {
  const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const calls = createCalls({ log, perSecondOf: () => perSecond })
  const calledAt: number[] = []
  const orders = Array.from({ length: 1_000 }, (): Order => {
    return { tried: [], dueAt: 0, held: 0, isDone: false }
  })
  const buy = (order: Order): VendorCall<Order, 'answered'> => ({
    async claim(_tx, _locked, _task, reserve) {
      const plan = planNext(order.tried, {
        names: [account],
        openMs: (name) => calls.waitMs(name, 'acme'),
        isFull: (name) => calls.isFull(name, 'acme'),
      })
      if (plan.kind === 'fail') order.failed = plan.code
      if (plan.kind !== 'call') {
        order.held += 1
        order.dueAt = performance.now() + calls.queue(account, 'acme')
        return undefined
      }
      reserve(account)
      order.tried.push({ account, outcome: null, failureClass: null })
      return order
    },
    async call() {
      calledAt.push(performance.now())
      return 'answered'
    },
    lost: () => 'answered',
    judge: () => 'works',
    async record() {
      order.isDone = true
    },
  })
  for (let turns = 0; turns < 20_000; turns += 1) {
    const [next] = orders.filter(({ isDone }) => !isDone).toSorted((a, b) => a.dueAt - b.dueAt)
    if (!next) break
    vi.advanceTimersByTime(Math.max(0, next.dueAt - performance.now()))
    await calls.perform(noDeps, run, buy(next))
  }
  expect(orders.filter(({ isDone, failed }) => !isDone || failed)).toEqual([])
  expect(orders.every(({ tried }) => tried.length === 1)).toBe(true)
  expect(calledAt).toHaveLength(1_000)
  // Who waits stands in a line, and comes again when it is its turn.
  expect(Math.max(...orders.map(({ held }) => held))).toBeLessThanOrEqual(3)
  const busiest = calledAt.map((from) => calledAt.filter((at) => at >= from && at < from + 1_000))
  expect(Math.max(...busiest.map(({ length }) => length))).toBeLessThanOrEqual(1.5 * perSecond + 1)
  expect((calledAt.at(-1) ?? 0) - (calledAt[0] ?? 0)).toBeLessThan(105_000)
})

// Safe because nothing here reads the transaction or the database.
const noDeps = {} as CommitDeps
const nothing = {} as never
const run: TaskRun = {
  id: 'transaction',
  key: 'key',
  signal: new AbortController().signal,
  commit: (work) => work(nothing, nothing, nothing),
  commitLast: async () => undefined,
  commitAnyway: (work) => work(nothing, nothing),
}
