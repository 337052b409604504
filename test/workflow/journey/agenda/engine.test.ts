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

const begun: number[] = []
let running = 0
let most = 0
let failuresLeft = 0
let takesMs = 150

const engine: TaskDefinition = {
  name: 'engine',
  lane: 'engine',
  async perform(run) {
    if (!(await run.commit(async () => true))) return
    begun.push(Date.now())
    running += 1
    most = Math.max(most, running)
    try {
      await sleep(takesMs, undefined, { signal: run.signal })
      if (failuresLeft-- > 0) throw new Error('the engine has crashed')
      await run.commitLast(async (_tx, locked, { key }) => {
        append(locked, { kind: done, reason: key })
      })
    } finally {
      running -= 1
    }
  },
}

const test = database.extend<{ stage: Stage }>({
  stage: async ({ url }, use) => {
    begun.length = 0
    most = 0
    failuresLeft = 0
    takesMs = 150
    const stage = await openStage(url, [engine])
    await use(stage)
    await stage.close()
  },
})

const untilDone = (stage: Stage, id: string, count: number) =>
  until(async () => {
    const entries = await stage.journal(id)
    return entries.filter(({ kind }) => kind === done.name).length >= count ? entries : undefined
  })

describe('the engine lane', () => {
  test('does no more at once than its worker has slots, and leaves nothing out', async ({
    stage,
  }) => {
    await stage.work()
    const id = await stage.create(...Array.from({ length: 7 }, () => ({ kind: asked })))
    await untilDone(stage, id, 7)
    expect(begun).toHaveLength(7)
    expect(most).toBe(2)
  })

  test('tries again after a crash of the engine', async ({ stage }) => {
    failuresLeft = 1
    await stage.work()
    const id = await stage.create({ kind: asked })
    await untilDone(stage, id, 1)
    expect(begun).toHaveLength(2)
  })

  test('goes on with another worker when its own ends in the middle, however often', async ({
    stage,
  }) => {
    takesMs = 30_000
    const id = await stage.create({ kind: asked })
    // More often than a task may fail.
    for (let times = 1; times <= 4; times += 1) {
      const end = await stage.work()
      await until(async () => begun[times - 1])
      await end()
    }
    takesMs = 100
    await stage.work()
    const entries = await untilDone(stage, id, 1)
    expect(entries.map(({ kind }) => kind)).toEqual(['transaction-created', asked.name, done.name])
  })

  test('holds up no local task, however long it takes', async ({ stage }) => {
    takesMs = 6_000
    await stage.work()
    const id = await stage.create({ kind: asked })
    await until(async () => begun[0])
    const other = await stage.create({ kind: asked })
    const began = Date.now()
    await stage.write(other, { kind: done, reason: 'nothing' })
    await until(async () => begun[1])
    expect(Date.now() - began).toBeLessThan(5_500)
    await untilDone(stage, id, 1)
  })
})
