// Signals that come while a local activity hangs, at a server that is frozen or killed meanwhile, so that workflow
// tasks time out and their worker goes on in memory: whatever the order, the history can be replayed and all is done.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from '@temporalio/worker'
import { inject } from 'vitest'
import { closeKey, open } from '#src/agenda/effects.ts'
import { defineTask } from '#src/commit/task.ts'
import { append } from '#src/journal/append.ts'
import { defineKind } from '#src/journal/kind.ts'
import { startOptions } from '#src/temporal/nudge.ts'
import { test } from '#test/db/fixture.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { workflowId, workflowType } from '#workflows/messages.ts'
import { until } from '../../client.ts'
import { openStage, type Stage } from '../harness.ts'

const asked = defineKind('between-asked', 'Opens a task.', (tasks, entry) =>
  open(tasks, entry, { key: `between:${entry.ref}`, task: 'works' }),
)
const done = defineKind('between-done', 'The task is done.', (tasks, { reason }) =>
  closeKey(tasks, reason ?? ''),
)
const works = defineTask('works', async (_tx, locked, { ref, key }) => {
  await sleep(300)
  append(locked, { kind: done, ref, reason: key })
})

/** How the first read hangs, and when the others ask, in milliseconds from the start of the run. */
const interleavings = Array.from({ length: 10 }, (_, index) => ({
  hangMs: 1_250 + (index % 6) * 100,
  askedAt: [600 + index * 60, 1_500 + (index % 5) * 150, 2_100 + (index % 4) * 200],
}))

/** A short one, so that tasks time out in a test: what must hold does not hang on it. */
const workflowTaskTimeout = '2s'

/** The server is away while the tasks of all runs are under way. */
async function disturb(temporal: OwnTemporal, how: 'freeze' | 'kill'): Promise<void> {
  await sleep(1_900)
  if (how === 'freeze') temporal.freeze()
  else await temporal.kill()
  await sleep(how === 'freeze' ? 1_400 : 300)
  if (how === 'freeze') temporal.thaw()
  else await temporal.restart()
}

async function play(stage: Stage, index: number, begunAt: Map<string, number>): Promise<string> {
  const { hangMs = 0, askedAt = [] } = interleavings[index] ?? {}
  const id = await stage.create()
  begunAt.set(workflowId(id), hangMs)
  const options = startOptions({ id, tenant: 'acme' }, stage.taskQueue)
  await stage.client.workflow.signalWithStart(workflowType, { ...options, workflowTaskTimeout })
  const startedAt = Date.now()
  for (const [count, at] of askedAt.entries()) {
    await sleep(Math.max(0, startedAt + at - Date.now()))
    await stage.write(id, { kind: asked, ref: `${index}-${count}` })
  }
  return id
}

test.for(['freeze', 'kill'] as const)(
  'ten interleavings at a server that meets a %s: each nudge is answered by a read, and no replay differs',
  async (how, { url }) => {
    await using parts = new AsyncDisposableStack()
    const temporal = await startOwnTemporal()
    parts.defer(() => temporal.close())
    const stage = await openStage(url, [works], {}, temporal.address)
    parts.defer(() => stage.close())
    const hangs = new Map<string, number>()
    await stage.work([works], {
      // Only the first read of each run hangs.
      async before(activity, workflow) {
        const ms = hangs.get(workflow) ?? 0
        hangs.delete(workflow)
        if (activity === 'readAgenda') await sleep(ms)
      },
    })

    const [ids] = await Promise.all([
      Promise.all(interleavings.map((_, index) => play(stage, index, hangs))),
      disturb(temporal, how),
    ])
    await until(async () => {
      await stage.sweep()
      const journals = await Promise.all(ids.map((id) => stage.journal(id)))
      const undone = journals.filter(
        (entries) => entries.filter(({ kind }) => kind === 'between-done').length < 3,
      )
      return undone.length === 0 ? true : undefined
    })

    for (const id of ids) {
      const history = await stage.handle(id).fetchHistory()
      await Worker.runReplayHistory(
        { workflowBundle: { codePath: inject('bundlePath') } },
        history,
        workflowId(id),
      )
    }
  },
)
