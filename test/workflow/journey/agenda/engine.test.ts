// The lane for work that needs a processor for long, shown by a task that only waits.
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { test as database } from '#test/db/fixture.ts'
import { until } from '#test/workflow/client.ts'
import { openStage, type Stage } from './harness.ts'

const asked = defineKind('engine-asked', 'Opens an engine task.', (tasks, entry) =>
  open(tasks, entry, { key: `engine:${entry.seq}`, task: 'engine', lane: 'engine' }),
)
const done = defineKind('engine-done', 'The engine has answered.', (tasks, { reason }) =>
  closeKey(tasks, reason ?? ''),
)

/** An engine of which one is told how long it takes, and how often it still fails. */
function makeEngine() {
  const seen = { begun: [] as number[], running: 0, most: 0, failuresLeft: 0, takesMs: 150 }
  const task: TaskDefinition = {
    name: 'engine',
    lane: 'engine',
    async perform(run) {
      if (!(await run.commit(async () => true))) return
      seen.begun.push(Date.now())
      seen.running += 1
      seen.most = Math.max(seen.most, seen.running)
      try {
        await sleep(seen.takesMs, undefined, { signal: run.signal })
        if (seen.failuresLeft-- > 0) throw new Error('the engine has crashed')
        await run.commitLast(async (_tx, locked, { key }) => {
          append(locked, { kind: done, reason: key })
        })
      } finally {
        seen.running -= 1
      }
    },
  }
  return { seen, task }
}

const test = database.extend(
  'scene',
  async (
    { url },
    { onCleanup },
  ): Promise<{ stage: Stage; seen: ReturnType<typeof makeEngine>['seen'] }> => {
    const { seen, task } = makeEngine()
    const stage = await openStage(url, [task])
    onCleanup(() => stage.close())
    return { stage, seen }
  },
)

const untilDone = (stage: Stage, id: string, count: number) =>
  until(async () => {
    const entries = await stage.journal(id)
    return entries.filter(({ kind }) => kind === done.name).length >= count ? entries : undefined
  })

describe('the engine lane', () => {
  test.concurrent('does no more at once than its worker has slots, and leaves nothing out', async ({
    scene: { stage, seen },
  }) => {
    await stage.work()
    const id = await stage.create(...Array.from({ length: 7 }, () => ({ kind: asked })))
    await untilDone(stage, id, 7)
    expect(seen.begun).toHaveLength(7)
    expect(seen.most).toBe(2)
  })

  test.concurrent('tries again after a crash of the engine', async ({ scene: { stage, seen } }) => {
    seen.failuresLeft = 1
    await stage.work()
    const id = await stage.create({ kind: asked })
    await untilDone(stage, id, 1)
    expect(seen.begun).toHaveLength(2)
  })

  test.concurrent('goes on with another worker when its own ends in the middle, however often', async ({
    scene: { stage, seen },
  }) => {
    seen.takesMs = 30_000
    const id = await stage.create({ kind: asked })
    // More often than a task may fail.
    for (let times = 1; times <= 4; times += 1) {
      const end = await stage.work()
      await until(async () => seen.begun[times - 1])
      await end()
    }
    seen.takesMs = 100
    await stage.work()
    const entries = await untilDone(stage, id, 1)
    expect(entries.map(({ kind }) => kind)).toEqual(['transaction-created', asked.name, done.name])
  })

  test.concurrent('holds up no local task, however long it takes', async ({
    scene: { stage, seen },
  }) => {
    seen.takesMs = 6_000
    await stage.work()
    const id = await stage.create({ kind: asked })
    await until(async () => seen.begun[0])
    const other = await stage.create({ kind: asked })
    const began = Date.now()
    await stage.write(other, { kind: done, reason: 'nothing' })
    await until(async () => seen.begun[1])
    expect(Date.now() - began).toBeLessThan(5_500)
    await untilDone(stage, id, 1)
  })
})
