// The database put back to a moment some commits ago, as a failover without its last commits does, while the
// workflow remembers more than the rows. What was promised after it happens; nothing loops or stays open.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { disarmAll } from '#src/journey/agenda/failover.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { nudgeGone } from '#src/journey/temporal/gone.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { ownerTest as database } from '#test/db/fixture.ts'
import { agendaQuery, workflowId } from '#workflows/messages.ts'
import { until } from '#test/workflow/client.ts'
import { openStage, type Stage } from './harness.ts'

const asked = defineKind('failover-asked', 'Opens a task.', (tasks, entry) =>
  open(tasks, entry, {
    key: `failover:${entry.ref}`,
    task: 'works',
    dueAt: entry.dueAt ?? entry.at,
  }),
)
const done = defineKind('failover-done', 'The task is done.', (tasks, { ref }) =>
  closeKey(tasks, `failover:${ref}`),
)
const runs: string[] = []
const works = defineTask('works', async (_tx, locked, { ref }) => {
  runs.push(ref)
  append(locked, { kind: done, ref })
})

const test = database.extend('stage', async ({ url }, { onCleanup }) => {
  runs.length = 0
  const stage = await openStage(url, [works], { idleMs: 1_000 })
  await stage.work()
  onCleanup(() => stage.close())
  return stage
})

/** The rows of a transaction as they are now, to be put back. */
async function remember({ db }: Stage, id: string): Promise<() => Promise<void>> {
  const [row] = await db.execute<{ row: object; last: number }>(
    sql`select to_json(t) as row, last_seq as last from transaction t where id = ${id}`,
  )
  if (!row) throw new Error('the transaction is there')
  return () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`delete from journal where transaction_id = ${id} and seq > ${row.last}`)
      await tx.execute(sql`
        update transaction t set last_seq = was.last_seq, seen_seq = was.seen_seq, agenda = was.agenda,
          armed_at = was.armed_at, sweep_at = was.sweep_at, sweeps = was.sweeps
        from json_populate_record(null::transaction, ${JSON.stringify(row.row)}::json) was
        where t.id = ${id}`)
    })
}

/** Its workflow runs, and knows a task. */
const untilTold = (stage: Stage, id: string) =>
  until(async () => {
    const agenda = await stage
      .handle(id)
      .query(agendaQuery)
      .catch(() => null)
    return agenda?.tasks[0]
  })

const untilDone = (stage: Stage, id: string, count: number) =>
  until(async () => {
    const entries = await stage.journal(id)
    return entries.filter(({ kind }) => kind === done.name).length >= count ? entries : undefined
  })
const status = (stage: Stage, id: string) =>
  stage
    .handle(id)
    .describe()
    .then((found) => found.status.name)

describe('after commits were lost', () => {
  test('what is asked from then on happens, though the workflow knows a longer journal', async ({
    stage,
  }) => {
    const id = await stage.create({ kind: asked, ref: 'a' })
    await untilDone(stage, id, 1)
    const restore = await remember(stage, id)
    await stage.write(id, { kind: asked, ref: 'b' })
    await untilDone(stage, id, 2)
    await restore()
    await stage.write(id, { kind: asked, ref: 'c' })
    const entries = await untilDone(stage, id, 2)
    expect(entries.map(({ ref }) => ref)).toEqual([null, 'a', 'a', 'c', 'c'])
    expect(runs).toEqual(['a', 'b', 'c'])
  })

  test('what had been done and is open again is done again, once', async ({ stage }) => {
    const dueAt = Date.now() + 3_000
    const id = await stage.create({ kind: asked, ref: 'a', dueAt })
    await untilTold(stage, id)
    const restore = await remember(stage, id)
    await untilDone(stage, id, 1)
    await restore()
    expect(await disarmAll(stage.db)).toBeGreaterThan(0)
    await stage.sweep()
    await untilDone(stage, id, 1)
    await sleep(500)
    expect(runs).toEqual(['a', 'a'])
  })

  test('a workflow whose transaction is gone ends', async ({ stage }) => {
    const id = await stage.create({ kind: asked, ref: 'a', dueAt: Date.now() + 1_500 })
    await untilTold(stage, id)
    await stage.db.execute(sql`delete from journal where transaction_id = ${id}`)
    await stage.db.execute(sql`delete from submission where id = ${id}`)
    await stage.db.execute(sql`delete from transaction where id = ${id}`)
    await until(async () => ((await status(stage, id)) === 'COMPLETED' ? true : undefined))
  })

  test('a workflow that had closed is opened again for what is open again', async ({ stage }) => {
    const id = await stage.create({ kind: asked, ref: 'a', dueAt: Date.now() + 3_000 })
    await untilTold(stage, id)
    const restore = await remember(stage, id)
    await until(async () => ((await status(stage, id)) === 'COMPLETED' ? true : undefined))
    await restore()
    await disarmAll(stage.db)
    await stage.sweep()
    await untilDone(stage, id, 1)
  })

  test('a workflow whose last task ends before the sweep has told it to look ends', async ({
    url,
  }) => {
    const stage = await openStage(url, [works], { idleMs: 1_000 })
    const end = await stage.work()
    const id = await stage.create({ kind: asked, ref: 'a', dueAt: Date.now() + 3_600_000 })
    await untilTold(stage, id)
    const query = `WorkflowId = '${workflowId(id)}' and ExecutionStatus = 'Running'`
    await until(async () => (await stage.client.workflow.count(query)).count || undefined)
    await end()
    await disarmAll(stage.db)
    await nudgeGone(stage.db, stage.client, stage.taskQueue)
    await stage.write(id, { kind: done, ref: 'a' })
    await stage.sweep()
    await stage.work()
    await until(async () => ((await status(stage, id)) === 'COMPLETED' ? true : undefined))
    await stage.close()
  })
})
