// Workflows that run today go on after an update only if today's code tells their histories again, step by step.
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { DeterminismViolationError } from '@temporalio/workflow'
import { describe, expect, inject, test as base } from 'vitest'
import { alter, type History, listHistories, readHistory } from './history.ts'
import { scenarios } from './scenarios/all.ts'

const names = listHistories()

const test = base.extend<{ outcomes: ReadonlyMap<string, Error | undefined> }>({
  /** What replaying said of each history; undefined: nothing. */
  outcomes: [
    async ({}, use) => {
      silence()
      const all = names.map((name) => ({
        workflowId: name,
        history: historyFromJSON(readHistory(name)),
      }))
      const replays = Worker.runReplayHistories(options(), all)
      const outcomes = new Map<string, Error | undefined>()
      for await (const { workflowId, error } of replays) outcomes.set(workflowId, error)
      await use(outcomes)
    },
    { scope: 'file' },
  ],
})

const options = () => ({ workflowBundle: { codePath: inject('bundlePath') } })

/** Violations are what some of these tests ask for. */
function silence(): void {
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: 'OFF' } },
  })
}

describe('today’s workflow replays what was recorded', () => {
  test.for(names)('%s', (name, { outcomes }) => {
    expect(outcomes.has(name)).toBe(true)
    expect(outcomes.get(name)).toBeUndefined()
  })

  test('every scenario has its history', () => {
    const expected = Object.entries(scenarios).flatMap(([name, { runs = 1 }]) =>
      runs === 1 ? [name] : Array.from({ length: runs }, (_, index) => `${name}-${index + 1}`),
    )
    expect(names).toEqual(expect.arrayContaining(expected))
  })
})

describe('a workflow that would go another way is found out', () => {
  const changes: Record<string, (history: History) => History> = {
    'a vendor’s activity has another name': (history) =>
      alter(history, (text) => text.replaceAll('"sendEmailToken"', '"postEmailToken"')),
    'a local activity has another name': (history) =>
      alter(history, (text) => text.replaceAll('"runModule"', '"computeModule"')),
    'an entry means another thing': (history) =>
      alter(history, (text) => text.replaceAll('"email-token-opened"', '"clock-settled"')),
    'a timer is not set': ({ events }) => ({
      events: events.map((event) =>
        event.eventType === 'EVENT_TYPE_TIMER_STARTED' ? asSignal(event) : event,
      ),
    }),
    'a search attribute is not written': ({ events }) => ({
      events: events.map((event) =>
        event.eventType === 'EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES'
          ? asSignal(event)
          : event,
      ),
    }),
  }

  test.for(Object.entries(changes))('%s', async ([, change], { outcomes }) => {
    const name = 'journey'
    expect(outcomes.get(name)).toBeUndefined()
    const changed = change(readHistory(name))
    expect(changed).not.toEqual(readHistory(name))
    await expect(Worker.runReplayHistory(options(), changed)).rejects.toThrow(
      DeterminismViolationError,
    )
  })
})

/** What comes from outside is no command, so it can stand where one is to be missing. */
const asSignal = ({ eventId, eventTime }: History['events'][number]) => ({
  eventId,
  eventTime,
  eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED',
  workflowExecutionSignaledEventAttributes: { signalName: 'nudge', input: {}, header: {} },
})
