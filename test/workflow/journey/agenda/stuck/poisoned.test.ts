// A run that cannot go on holds up nobody: it ends, or is ended, and another reads the agenda. Each takes its seconds of
// waiting, on a database of its own, because a sweep looks at all of one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker'
import { expect } from 'vitest'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { test as database } from '#test/db/fixture.ts'
import { until } from '../../../client.ts'
import { openStage, type Stage } from '../harness.ts'

const asked = defineKind('stuck-asked', 'Opens a task.', (tasks, entry) =>
  open(tasks, entry, {
    key: `stuck:${entry.ref}`,
    task: 'works',
    dueAt: entry.dueAt ?? entry.at,
  }),
)
const done = defineKind('stuck-done', 'The task is done.', (tasks, { reason }) =>
  closeKey(tasks, reason ?? ''),
)
const performed: string[] = []
const works = defineTask('works', async (_tx, locked, { ref, key }) => {
  performed.push(ref)
  append(locked, { kind: done, ref, reason: key })
})

const test = database.extend('otherBundle', { scope: 'file' }, async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'atesta-other-'))
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(import.meta.dirname, 'other-workflow.ts'),
    logger: new DefaultLogger('ERROR'),
  })
  const bundlePath = join(folder, 'workflows.js')
  await writeFile(bundlePath, code)
  onCleanup(() => rm(folder, { recursive: true }))
  return bundlePath
})

/** A transaction whose run was begun, and told its agenda, by other workflow code. */
async function poison(stage: Stage, bundlePath: string, dueAt: number): Promise<string> {
  const end = await stage.work([works], { bundlePath, maxCachedWorkflows: 0 })
  const id = await stage.create({ kind: asked, ref: 'first', dueAt })
  await until(async () => {
    const history = await stage
      .handle(id)
      .fetchHistory()
      .catch(() => undefined)
    const told = history?.events?.filter((event) => event.markerRecordedEventAttributes)
    return told?.length === 2 ? true : undefined
  })
  await end()
  return id
}

/** As a worker does each second. */
async function sweepUntilDone(stage: Stage, id: string, ref: string): Promise<number> {
  const startedAt = performance.now()
  await until(async () => {
    await stage.sweep()
    const entries = await stage.journal(id)
    return entries.some((one) => one.kind === 'stuck-done' && one.ref === ref) ? true : undefined
  })
  return performance.now() - startedAt
}

const later = Date.now() + 3_600_000

test.concurrent.for([
  // Our code asks for another activity where this one was recorded: the SDK ends the run.
  { what: 'whose activities differ', dueAt: 0, ends: 'FAILED' },
  // With a timer in it the server refuses that end, again and again: the sweep ends the run.
  { what: 'whose tasks keep failing', dueAt: later, ends: 'TERMINATED' },
])(
  'a run $what is begun anew, and what is due is done once within 15 s',
  async ({ dueAt, ends }, { ownUrl: url, otherBundle }) => {
    const stage = await openStage(url, [works])
    const id = await poison(stage, otherBundle, dueAt)
    const { runId } = await stage.handle(id).describe()
    await stage.work()

    const ref = `nudged ${ends}`
    await stage.write(id, { kind: asked, ref })
    const ms = await sweepUntilDone(stage, id, ref)

    expect(ms).toBeLessThan(15_000)
    expect(performed.filter((one) => one === ref)).toHaveLength(1)
    const poisoned = stage.client.workflow.getHandle(`transaction/${id}`, runId)
    expect((await poisoned.describe()).status.name).toBe(ends)
    expect((await stage.handle(id).describe()).status.name).toBe('RUNNING')
    await stage.close()
  },
)

test.concurrent('a run whose worker has died in the middle of a task is begun anew, before the time of that task is up', async ({
  ownUrl: url,
}) => {
  const stage = await openStage(url, [works])
  const id = await stage.create({ kind: asked, ref: 'hung' })
  await takeTaskAndDie(stage)
  await stage.work()
  expect(await sweepUntilDone(stage, id, 'hung')).toBeLessThan(8_000)
  expect(performed.filter((ref) => ref === 'hung')).toHaveLength(1)
  await stage.close()
})

test.concurrent('a run that waits in a queue because no worker is there is never ended', async ({
  ownUrl: url,
}) => {
  const stage = await openStage(url, [works])
  const id = await stage.create({ kind: asked, ref: 'queued' })
  const { runId } = await until(() =>
    stage
      .handle(id)
      .describe()
      .catch(() => undefined),
  )
  for (let count = 0; count < 6; count += 1) {
    await stage.sweep()
    await sleep(1_000)
  }
  await stage.work()
  await sweepUntilDone(stage, id, 'queued')
  expect((await stage.handle(id).describe()).runId).toBe(runId)
  await stage.close()
})

/** A worker of which nothing more is heard. */
async function takeTaskAndDie({ client, taskQueue }: Stage): Promise<void> {
  const { taskToken } = await client.withDeadline(Date.now() + 20_000, () =>
    client.workflowService.pollWorkflowTaskQueue({
      namespace: 'default',
      taskQueue: { name: taskQueue },
      identity: 'dead',
    }),
  )
  expect(taskToken).toHaveProperty('length')
}
