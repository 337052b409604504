// Whoever starts the workflow of a transaction says its priority: a nudge, the sweep in a nudge's place, and the sweep
// that begins a run anew. Engine tasks have that of their workflow.
import { expect } from 'vitest'
import { open } from '#src/journey/agenda/effects.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { createRuns } from '#src/journey/temporal/runs.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { test as database } from '#test/db/fixture.ts'
import { openStage, type Stage } from '../agenda/harness.ts'
import { until } from '../../client.ts'

const asked = defineKind('priority-asked', 'Opens an engine task.', (tasks, entry) =>
  open(tasks, entry, { key: `looks:${entry.seq}`, task: 'looks', lane: 'engine' }),
)
const looks: TaskDefinition = { name: 'looks', lane: 'engine', perform: async () => {} }

const test = database.extend('stage', async ({ url }, { onCleanup }) => {
  const stage = await openStage(url, [looks])
  onCleanup(() => stage.close())
  return stage
})

const ofSandbox = { priorityKey: 3, fairnessKey: 'acme' }

const describeOpen = (stage: Stage, id: string) =>
  until(() =>
    stage
      .handle(id)
      .describe()
      .catch(() => undefined),
  )

test('a nudge says it, and so does the sweep in the place of a lost one', async ({ stage }) => {
  const id = await stage.create({ kind: asked })
  expect((await describeOpen(stage, id)).priority).toMatchObject(ofSandbox)
  await stage.handle(id).terminate()
  const { runId } = await describeOpen(stage, id)
  const swept = await until(async () => {
    await stage.sweep()
    const found = await describeOpen(stage, id)
    return found.runId === runId ? undefined : found
  })
  expect(swept.priority).toMatchObject(ofSandbox)
})

test('a run that is begun anew has it too', async ({ stage }) => {
  const id = await stage.create({ kind: asked })
  const { runId } = await describeOpen(stage, id)
  const { client, taskQueue } = stage
  const runs = createRuns({ client, taskQueue, log: { warn() {} } })
  await runs.beginAnew({ id, tenant: 'acme', mode: 'sandbox' }, 'stuck')
  const anew = await describeOpen(stage, id)
  expect(anew.runId).not.toBe(runId)
  expect(anew.priority).toMatchObject(ofSandbox)
})
