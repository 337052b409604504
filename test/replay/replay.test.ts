// Workflows that run today go on after an update only if its code tells their histories again, step by step; and
// after a roll-back only if the code before tells the newer ones.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { DefaultLogger, ReplayError, Runtime, Worker } from '@temporalio/worker'
import { DeterminismViolationError } from '@temporalio/workflow'
import { describe, expect, inject, test as base } from 'vitest'
import { alter, type History, listHistories, readHistory } from './history.ts'
import { unpackRelease } from './release.ts'
import { scenarios } from './scenarios/all.ts'

const names = listHistories()

/** What replaying said of each history; undefined: nothing. */
type Outcomes = ReadonlyMap<string, Error | undefined>

const test = base
  .extend('today', { scope: 'file' }, () => replayAll(inject('bundlePath'), names))
  .extend('released', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'atesta-released-'))
    const codePath = join(folder, 'workflows.js')
    await unpackRelease(codePath)
    onCleanup(() => rm(folder, { recursive: true }))
    return replayAll(codePath, names)
  })

async function replayAll(codePath: string, of: readonly string[]): Promise<Outcomes> {
  const all = of.map((name) => ({ workflowId: name, history: historyFromJSON(readHistory(name)) }))
  const outcomes = new Map<string, Error | undefined>()
  const replays = Worker.runReplayHistories({ workflowBundle: { codePath } }, all)
  for await (const { workflowId, error } of replays) outcomes.set(workflowId, error)
  return outcomes
}

// Violations are what some of these tests ask for.
Runtime.install({
  logger: new DefaultLogger('ERROR', () => undefined),
  telemetryOptions: { logging: { filter: 'OFF' } },
})

describe('today’s workflow replays what was recorded', () => {
  test.for(names)('%s', (name, { today }) => {
    expect(today.has(name)).toBe(true)
    expect(today.get(name)).toBeUndefined()
  })

  test('every scenario has its history', () => {
    const expected = Object.entries(scenarios).flatMap(([name, { runs = 1 }]) =>
      runs === 1 ? [name] : Array.from({ length: runs }, (_, index) => `${name}-${index + 1}`),
    )
    expect(names).toEqual(expect.arrayContaining(expected))
  })
})

describe('the released workflow replays it too, so that a roll-back loses nothing', () => {
  test.for(names)('%s', (name, { released }) => {
    expect(released.has(name)).toBe(true)
    expect(released.get(name)).toBeUndefined()
  })
})

describe('a workflow that would go another way is found out', () => {
  const changes: Record<string, (history: History) => History> = {
    'a local activity has another name': (history) =>
      alter(history, (text) => text.replaceAll('"readAgenda"', '"lookAtAgenda"')),
    'a task of the engines has another name': (history) =>
      alter(history, (text) => text.replaceAll('{"name":"engine"}', '{"name":"motor"}')),
    'a task has another lane': (history) =>
      alter(history, (text) => text.replaceAll('"lane":"local"', '"lane":"engine"')),
    'a task was not due': (history) =>
      alter(history, (text) => text.replaceAll('"dueAt":1', '"dueAt":9')),
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

  test.for(Object.entries(changes))('%s', async ([what, change], { today }) => {
    expect([today.get('journey'), today.get('engine')]).toEqual([undefined, undefined])
    // Most are about the engines' lane.
    const name = what.startsWith('a search attribute') ? 'journey' : 'engine'
    const changed = change(readHistory(name))
    expect(changed).not.toEqual(readHistory(name))
    const options = { workflowBundle: { codePath: inject('bundlePath') } }
    await expect(Worker.runReplayHistory(options, changed)).rejects.toSatisfy(isViolation)
  })
})

/** Where the next event needs the one that is missing, the SDK calls it fatal instead. */
const isViolation = (error: unknown) =>
  error instanceof DeterminismViolationError || error instanceof ReplayError

/** What comes from outside is no command, so it can stand where one is to be missing. */
const asSignal = ({ eventId, eventTime }: History['events'][number]) => ({
  eventId,
  eventTime,
  eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED',
  workflowExecutionSignaledEventAttributes: { signalName: 'nudge', input: {}, header: {} },
})
