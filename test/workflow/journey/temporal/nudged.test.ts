// What a history says of why its run was woken.
import { expect } from 'vitest'
import { open } from '#src/journey/agenda/effects.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { test as database } from '#test/db/fixture.ts'
import { openStage } from '../agenda/harness.ts'
import { until } from '../../client.ts'

const opensTask = (name: string, afterMs: number) =>
  defineKind(name, 'Opens a task.', (tasks, entry) =>
    open(tasks, entry, {
      key: `waits:${entry.seq}`,
      task: 'waits',
      waits: 'client',
      dueAt: entry.at + afterMs,
    }),
  )
const later = opensTask('opened-later', 3_600_000)
const sooner = opensTask('opened-sooner', 60_000)

const test = database.extend('stage', { scope: 'file' }, async ({ url }, { onCleanup }) => {
  const stage = await openStage(url, [])
  await stage.work()
  onCleanup(() => stage.close())
  return stage
})

test('a nudge says what has changed, and the summary what the run is about', async ({ stage }) => {
  const id = await stage.create({ kind: later })
  const described = await until(() =>
    stage
      .handle(id)
      .describe()
      .catch(() => undefined),
  )
  expect(await described.staticSummary()).toBe('CPF, no pack yet')
  await stage.write(id, { kind: sooner })
  const codes = await until(async () => {
    const { events } = await stage.handle(id).fetchHistory()
    const signals = (events ?? []).flatMap(
      ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.input?.payloads ?? [],
    )
    return signals.length > 1
      ? signals.map(({ data }) => String(Buffer.from(data ?? [])))
      : undefined
  })
  expect(codes).toEqual(['"client"', '"vendor"'])
})
