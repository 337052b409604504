import { expect, test } from 'vitest'
import { createChance } from '#test/load/chance.ts'
import { countActions } from '#test/load/scale/actions.ts'
import { arrive } from '#test/load/arrivals.ts'

const signal = { workflowExecutionSignaledEventAttributes: {} }
const timer = { timerStartedEventAttributes: {} }
const markerOf = (task: number) => ({
  markerRecordedEventAttributes: { workflowTaskCompletedEventId: task },
})

test('a start with its signal is one action, and so are the local activities of one workflow task', () => {
  const started = { workflowExecutionStartedEventAttributes: {} }
  const events = [started, signal, markerOf(4), markerOf(4), timer, signal, markerOf(11)]
  expect(countActions(events as never)).toBe(5)
  expect(countActions([started] as never)).toBe(1)
})

test('arrivals wait for no answer, and their times count from when they came', async () => {
  const plan = { perSecond: 200, seconds: 0.5, chance: createChance(1, 1) }
  let underWay = 0
  let most = 0
  const arrived = await arrive(plan, async () => {
    most = Math.max(most, (underWay += 1))
    await new Promise((go) => setTimeout(go, 200))
    underWay -= 1
    if (underWay === 0) throw new Error('refused')
  })
  expect(arrived.asked).toBeGreaterThan(60)
  expect(most).toBeGreaterThan(20)
  expect(Math.min(...(arrived.latencies.get('whole') ?? []))).toBeGreaterThan(190)
  expect(arrived.done + [...arrived.refused.values()].reduce((sum, one) => sum + one, 0)).toBe(
    arrived.asked,
  )
})
