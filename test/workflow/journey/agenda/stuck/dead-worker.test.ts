// A run whose worker has died with a task of it in hands: the others know by its lock that it is dead, and begin the run
// anew at once; one whose worker lives, however slow, is left to it.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { readAgenda } from '#src/journey/agenda/read.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { identityOf } from '#src/journey/temporal/runs.ts'
import { createPresence } from '#src/platform/db/presence.ts'
import { test as database } from '#test/db/fixture.ts'
import { until } from '../../../client.ts'
import { openStage, type Stage } from '../harness.ts'

const asked = defineKind('dead-asked', 'Opens a task.', (tasks, entry) =>
  open(tasks, entry, { key: `dead:${entry.ref}`, task: 'works', dueAt: entry.dueAt ?? entry.at }),
)
const done = defineKind('dead-done', 'The task is done.', (tasks, { reason }) =>
  closeKey(tasks, reason ?? ''),
)
const works = defineTask('works', async (_tx, locked, { ref, key }) => {
  append(locked, { kind: done, ref, reason: key })
})

const later = Date.now() + 3_600_000

/** Two workers of a deployment: one looks after what the other leaves. */
const test = database
  .extend('stage', async ({ url }, { onCleanup }) => {
    const presence = createPresence(url, 'test-one')
    await presence.begin()
    const stage = await openStage(url, [works], {}, { isGone: (one) => presence.isGone(one) })
    onCleanup(async () => {
      await stage.close()
      await presence.end()
    })
    return stage
  })
  .extend(
    'other',
    async ({ url }, { onCleanup }): Promise<{ number: number; die(): Promise<void> }> => {
      const presence = createPresence(url, 'test-other')
      await presence.begin()
      const number = presence.current() ?? expect.fail('it does not hold its lock')
      onCleanup(() => presence.end())
      return { number, die: () => presence.end() }
    },
  )

/** As a worker does; nothing more is heard of it. */
async function takeTask({ client, taskQueue }: Stage, identity: string): Promise<void> {
  const { taskToken } = await client.withDeadline(Date.now() + 20_000, () =>
    client.workflowService.pollWorkflowTaskQueue({
      namespace: 'default',
      taskQueue: { name: taskQueue },
      identity,
    }),
  )
  expect(taskToken).toHaveProperty('length')
}

async function sweepUntil(stage: Stage, isOver: () => boolean | Promise<boolean>): Promise<void> {
  await until(async () => {
    await stage.sweep()
    return (await isOver()) || undefined
  })
}

test('a run with nothing due yet is begun anew as soon as its worker is known to be dead', async ({
  stage,
  other,
}) => {
  // Of it nothing is late: without the lock nobody would know before the server's ten seconds are over.
  const id = await stage.create({ kind: asked, ref: 'waits', dueAt: later })
  await takeTask(stage, identityOf(other.number))
  const { runId } = await stage.handle(id).describe()
  await other.die()
  await stage.work()
  await sweepUntil(stage, () => stage.anew(id).length > 0)
  expect(stage.anew(id)).toEqual(['died'])
  expect((await stage.handle(id).describe()).runId).not.toBe(runId)
  await stage.write(id, { kind: asked, ref: 'now' })
  await sweepUntil(stage, async () =>
    (await stage.journal(id)).some(({ kind, ref }) => kind === 'dead-done' && ref === 'now'),
  )
  expect(stage.anew(id)).toEqual(['died'])
})

test('a run whose worker lives is left to it, however often a nudge of it is lost', async ({
  stage,
  other,
}) => {
  const id = await stage.create({ kind: asked, ref: 'waits', dueAt: later })
  await takeTask(stage, identityOf(other.number))
  const { runId } = await stage.handle(id).describe()
  for (let second = 0; second < 6; second += 1) {
    await stage.sweep()
    await sleep(1_000)
  }
  expect(stage.anew(id)).toEqual([])
  expect((await stage.handle(id).describe()).runId).toBe(runId)
})

test('of a worker without a number nothing is known, and the time of its task counts', async ({
  stage,
}) => {
  const id = await stage.create({ kind: asked, ref: 'late' })
  await takeTask(stage, '4711@elsewhere')
  await stage.work()
  await sweepUntil(stage, async () =>
    (await stage.journal(id)).some(({ kind }) => kind === 'dead-done'),
  )
  expect(stage.anew(id)).toEqual(['hung'])
})

test('what a worker reads or commits that stood still arms nothing: the run that took its place is told', async ({
  stage,
  other,
}) => {
  const id = await stage.create({ kind: asked, ref: 'waits', dueAt: later })
  await takeTask(stage, identityOf(other.number))
  const { runId: run } = await stage.handle(id).describe()
  await other.die()
  await stage.work()
  await sweepUntil(stage, () => stage.anew(id).length > 0)
  await until(async () => (await stage.handle(id).query('readAgenda')) || undefined)
  expect(await readAgenda(stage.db, stage.settings, { id, after: null, run })).toBeNull()
  const late = { notifiesWorkflow: true, toRun: run }
  await commitOn(stage.deps, id, async (_tx, locked) => void append(locked, { kind: asked, ref: 'now' }), late) // prettier-ignore
  // No sweep looks here: the commit itself has nudged.
  await until(async () =>
    (await stage.journal(id)).find(({ kind, ref }) => kind === 'dead-done' && ref === 'now'),
  )
})
