import { WorkflowNotFoundError } from '@temporalio/client'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { runTask } from '#src/journey/commit/run-task.ts'
import { defineTask, type TaskDefinition } from '#src/journey/commit/task.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { test as database } from '#test/db/fixture.ts'
import { agendaQuery } from '#workflows/messages.ts'
import { until } from '#test/workflow/client.ts'
import { openStage, type Stage } from './harness.ts'

const asked = defineKind('test-asked', 'Opens a task.', (tasks, entry) =>
  open(tasks, entry, {
    key: `test:${entry.ref}:${entry.seq}`,
    task: entry.code ?? '',
    lane: entry.code?.startsWith('engine') ? 'engine' : 'local',
    dueAt: entry.dueAt ?? entry.at,
  }),
)
const done = defineKind('test-done', 'The task is done.', (tasks, { reason }) =>
  closeKey(tasks, reason ?? ''),
)

const runs: string[] = []
let failuresLeft = 0
let open_: (() => void) | undefined

const works = defineTask('works', async (_tx, locked, { ref, key }) => {
  runs.push(ref)
  append(locked, { kind: done, ref, reason: key })
})
const idles = defineTask('idles', async () => {})
const brokeAt: number[] = []
const breaks = defineTask('breaks', async () => {
  brokeAt.push(performance.now())
  throw new Error('a fault of ours')
})
const breaksAtFirst = defineTask('breaks-at-first', async (_tx, locked, { ref, key }) => {
  if (failuresLeft-- > 0) throw new Error('a fault of ours')
  append(locked, { kind: done, ref, reason: key })
})
const engine: TaskDefinition = {
  name: 'engine-works',
  lane: 'engine',
  async perform(run) {
    const ref = await run.commit(async (_tx, _locked, task) => task.ref)
    if (ref === undefined) return
    runs.push(ref)
    await new Promise<void>((resolve) => {
      open_ = resolve
      setTimeout(resolve, 400)
    })
    await run.commitLast(async (_tx, locked, task) => {
      append(locked, { kind: done, ref: task.ref, reason: task.key })
    })
  },
}

/** How often each pack was ended, and what happens before its task answers. */
const ended: string[] = []
const beforeAnswer = new Map<string, () => Promise<unknown>>()
const endsPack: TaskDefinition = {
  name: 'ends-pack',
  lane: 'local',
  async perform(run) {
    await run.commitLast(async (_tx, locked, { ref, key }) => {
      ended.push(ref)
      locked.outcome = 'approved'
      append(locked, { kind: done, ref, reason: key })
    })
    await beforeAnswer.get(run.id)?.()
  },
}

const all = [works, idles, breaks, breaksAtFirst, engine, endsPack]
const test = database.extend('stage', { scope: 'file' }, async ({ url }, { onCleanup }) => {
  const stage = await openStage(url, all)
  await stage.work()
  onCleanup(() => stage.close())
  return stage
})

/** No commit waits for its nudge, so there may be no workflow yet. */
const readAgenda = (stage: Stage, id: string) =>
  stage
    .handle(id)
    .query(agendaQuery)
    .catch(() => undefined)
const kindsOf = async (stage: Stage, id: string) =>
  (await stage.journal(id)).map(({ kind }) => kind)
const untilKind = (stage: Stage, id: string, kind: string, count = 1) =>
  until(async () => {
    const kinds = await kindsOf(stage, id)
    return kinds.filter((one) => one === kind).length >= count ? kinds : undefined
  })

describe('a task', () => {
  test('that is due is run once, soon after its commit', async ({ stage }) => {
    const id = await stage.create({ kind: asked, ref: 'a', code: 'works' })
    expect(await untilKind(stage, id, 'test-done')).toEqual([
      'transaction-created',
      'test-asked',
      'test-done',
    ])
    expect(runs.filter((one) => one === 'a')).toHaveLength(1)
  })

  test('runs when it is due, and not before', async ({ stage }) => {
    const id = await stage.create()
    const dueAt = Date.now() + 1_500
    await stage.write(id, { kind: asked, ref: 'b', code: 'works', dueAt })
    await untilKind(stage, id, 'test-done')
    const at = (await stage.journal(id)).at(-1)?.at ?? 0
    expect(at).toBeGreaterThanOrEqual(dueAt)
    expect(at).toBeLessThan(dueAt + 10_000)
  })

  test('that finds nothing to do is dropped, and says so', async ({ stage }) => {
    const id = await stage.create({ kind: asked, ref: 'c', code: 'idles' })
    await untilKind(stage, id, 'task-dropped')
  })

  test('that keeps failing by a fault of ours has failed for good', async ({ stage }) => {
    const id = await stage.create({ kind: asked, ref: 'd', code: 'breaks' })
    await untilKind(stage, id, 'task-failed')
  })

  test('that fails at first is tried again', async ({ stage }) => {
    failuresLeft = 1
    const id = await stage.create({ kind: asked, ref: 'e', code: 'breaks-at-first' })
    await untilKind(stage, id, 'test-done')
  })

  test('of the engine lane runs on its own queue, and its end is seen', async ({ stage }) => {
    const id = await stage.create(
      { kind: asked, ref: 'f', code: 'engine-works' },
      { kind: asked, ref: 'f2', code: 'works' },
    )
    await untilKind(stage, id, 'test-done', 2)
    await until(async () => {
      const agenda = await readAgenda(stage, id)
      return agenda?.tasks.length === 0 && agenda.seq === 5 ? true : undefined
    })
    open_?.()
  })
})

describe('a task that ends a pack and leaves nothing', () => {
  const untilClosed = (stage: Stage, id: string) =>
    until(async () => {
      const { status, runId } = await stage.handle(id).describe()
      return status.name === 'COMPLETED' ? runId : undefined
    })
  const armedAt = async (stage: Stage, id: string) =>
    (await stage.db.execute(sql`select armed_at from transaction where id = ${id}`))[0]?.[
      'armed_at'
    ]

  test('closes its run in the same workflow task, and what comes begins another', async ({
    stage,
  }) => {
    const id = await stage.create({ kind: asked, ref: 'p', code: 'ends-pack' })
    await untilKind(stage, id, 'test-done')
    const run = await untilClosed(stage, id)
    const { events } = await stage.handle(id).fetchHistory()
    expect(events?.filter((one) => one.workflowTaskScheduledEventAttributes)).toHaveLength(1)
    expect(events?.filter((one) => one.timerStartedEventAttributes)).toEqual([])
    expect(await armedAt(stage, id)).toBeNull()

    await stage.write(id, { kind: asked, ref: 'p2', code: 'works' })
    await untilKind(stage, id, 'test-done', 2)
    expect((await stage.handle(id).describe()).runId).not.toBe(run)
  })

  test('and another is there: its run goes on', async ({ stage }) => {
    const dueAt = Date.now() + 3_600_000
    const id = await stage.create(
      { kind: asked, ref: 'q', code: 'ends-pack' },
      { kind: asked, ref: 'q2', code: 'works', dueAt },
    )
    await untilKind(stage, id, 'test-done')
    await until(async () => ((await readAgenda(stage, id))?.armedAt === dueAt ? true : undefined))
    expect(await armedAt(stage, id)).toBe(dueAt)
    expect((await stage.handle(id).describe()).status.name).toBe('RUNNING')
  })

  test('while a nudge comes goes on with what came, because the server refuses the close; what was done is not done again', async ({
    stage,
  }) => {
    const id = await stage.create()
    beforeAnswer.set(id, async () => {
      beforeAnswer.delete(id)
      await stage.write(id, { kind: asked, ref: 'r2', code: 'works' })
      await stage.nudged()
    })
    await stage.write(id, { kind: asked, ref: 'r', code: 'ends-pack' })
    const kinds = await untilKind(stage, id, 'test-done', 2)
    expect(kinds).toEqual(['transaction-created', 'test-asked', 'test-done', 'test-asked', 'test-done']) // prettier-ignore
    expect(ended.filter((one) => one === 'r')).toHaveLength(1)
    expect((await stage.handle(id).describe()).status.name).toBe('RUNNING')
  })

  test('and is begun again finds its key gone: it answers without an entry, and closes nothing', async ({
    url,
  }) => {
    const stage = await openStage(url, [])
    const id = await stage.create({ kind: asked, ref: 's', code: 'ends-pack' })
    const task = { id, key: 'test:s:2', after: 2 }
    const settings = { holdMs: 1, failuresMax: 3, idleMs: 1, historyMax: 100 }
    const run = () =>
      runTask({ ...stage.deps, settings }, endsPack, task, new AbortController().signal)
    expect(await run()).toMatchObject({ seq: 3, tasks: [], armedAt: null, closed: true })
    expect(await armedAt(stage, id)).toBeNull()
    const again = await run()
    expect(again).toMatchObject({ seq: 3, tasks: [], armedAt: null })
    expect(again).not.toHaveProperty('closed')
    expect(await kindsOf(stage, id)).toEqual(['transaction-created', 'test-asked', 'test-done'])
    await stage.close()
  })
})

test('a transaction is found in Temporal with its first task, and not while nothing is to be done', async ({
  stage,
}) => {
  const id = await stage.create()
  for (let n = 0; n < 3; n += 1) {
    await stage.sweep()
    await expect(stage.handle(id).describe()).rejects.toThrow(WorkflowNotFoundError)
  }
  await stage.write(id, { kind: asked, ref: 'h', code: 'works' })
  await untilKind(stage, id, 'test-done')
  expect((await stage.handle(id).describe()).type).toBe('transaction')
})

test.concurrent('a task that no worker knows is held, and runs once a newer worker comes', async ({
  ownUrl: url,
}) => {
  const stage = await openStage(url, [])
  const end = await stage.work([idles])
  const id = await stage.create({ kind: asked, ref: 'g', code: 'works' })
  await until(async () => (await readAgenda(stage, id))?.tasks[0])
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(await kindsOf(stage, id)).toEqual(['transaction-created', 'test-asked'])
  await end()
  await stage.work([works])
  await untilKind(stage, id, 'test-done')
  await stage.close()
})

test.concurrent('each hold of a task is twice the one before, give or take a quarter', async ({
  ownUrl: url,
}) => {
  const settings = { holdMs: 1_000, holdMaxMs: 60_000, failuresMax: 4 }
  const stage = await openStage(url, [breaks], settings)
  await stage.work()
  brokeAt.length = 0
  const id = await stage.create({ kind: asked, ref: 'held', code: 'breaks' })
  await untilKind(stage, id, 'task-failed')
  await stage.close()
  const [first = 0, second = 0, third = 0, fourth = 0] = brokeAt
  expect(fourth - third).toBeGreaterThan(second - first)
  expect(fourth - first).toBeGreaterThan(5_000)
  expect(third - first).toBeGreaterThan(2_200)
})

test.concurrent('a run that waits for a worker is not told again, and one that waits for nothing is', async ({
  ownUrl: url,
}) => {
  const stage = await openStage(url, [works])
  const id = await stage.create({ kind: asked, ref: 'queued', code: 'works' })
  const told = async () => {
    const { events = [] } = await stage.handle(id).fetchHistory()
    return (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes)
  }
  await until(async () => (await told().catch(() => [])).length === 1)
  await overdue(stage, id)
  expect(await stage.sweep()).toBe(0)
  expect(await told()).toHaveLength(1)

  await stage.work()
  await untilKind(stage, id, 'test-done')
  await stage.db.execute(sql`update transaction set agenda = jsonb_build_array(jsonb_build_object(
    'key', 'lost', 'task', 'works', 'ref', 'queued', 'dueAt', 0, 'lane', 'local', 'seq', last_seq + 1))
    where id = ${id}`)
  await overdue(stage, id)
  expect(await stage.sweep()).toBe(1)
  await stage.close()
})

const overdue = (stage: Stage, id: string) =>
  stage.db.execute(sql`update transaction set sweep_at = 0 where id = ${id}`)
