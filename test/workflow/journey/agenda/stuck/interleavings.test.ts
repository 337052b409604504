// Signals that come while a local activity fails and is tried again, and the server is out of the worker's reach or
// killed meanwhile, so that workflow tasks time out and the worker goes on in memory: whatever the order, the history
// can be replayed, and all that was asked for is done.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from '@temporalio/worker'
import { expect, inject } from 'vitest'
import { closeKey, open } from '#src/journey/agenda/effects.ts'
import { defineTask } from '#src/journey/commit/task.ts'
import { Problem } from '#src/platform/errors.ts'
import { append } from '#src/journey/journal/append.ts'
import { defineKind } from '#src/journey/journal/kind.ts'
import { signalled, startOptions } from '#src/journey/temporal/nudge.ts'
import { test } from '#test/db/fixture.ts'
import { startProxy } from '#test/support/servers/proxy.ts'
import { startOwnTemporal } from '#test/support/servers/temporal-server.ts'
import { workflowId, workflowType } from '#workflows/messages.ts'
import { until } from '../../../client.ts'
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

/** When each run begins, how long its first two reads take to fail, and when the second task is asked for. */
const interleavings = Array.from({ length: 10 }, (_, index) => ({
  beginsMs: index * 110,
  failMs: 1_250 + (index % 6) * 100,
  againMs: 2_300 + (index % 5) * 200,
}))

/** Of the server: from, to; longer than a hurried task may take. */
const awayMs = [2_000, 5_400] as const

/** Half of the runs have a short one, so that their tasks time out: what must hold does not depend on it. */
const workflowTaskTimeout = '3s'
const isHurried = (index: number) => index % 2 === 0

type Away = { readonly begin: () => Promise<void>; readonly end: () => Promise<void> }

async function disturb({ begin, end }: Away, [from, to]: readonly [number, number]): Promise<void> {
  await sleep(from)
  await begin()
  await sleep(to - from)
  await end()
}

async function play(stage: Stage, index: number, fails: Map<string, Fails>): Promise<string> {
  const { beginsMs = 0, failMs = 0, againMs = 0 } = interleavings[index] ?? {}
  await sleep(beginsMs)
  const id = await stage.create()
  fails.set(workflowId(id), { left: 2, ms: failMs })
  const options = startOptions(
    { id, tenant: 'acme', mode: 'sandbox' },
    { taskQueue: stage.taskQueue, lacking: [] },
  )
  if (isHurried(index))
    await stage.client.workflow.signalWithStart(workflowType, {
      ...options,
      ...signalled('client'),
      workflowTaskTimeout,
    })
  await stage.write(id, { kind: asked, ref: `${index}-first` })
  await sleep(againMs)
  await stage.write(id, { kind: asked, ref: `${index}-second` })
  return id
}

type Fails = { left: number; readonly ms: number }

/** The first reads of each run fail, as with a database that is away. */
const failing = (fails: Map<string, Fails>) => async (activity: string, workflow: string) => {
  const plan = fails.get(workflow)
  if (activity !== 'readAgenda' || !plan || plan.left === 0) return
  plan.left -= 1
  await sleep(plan.ms)
  throw new Problem('unavailable')
}

async function playAll(stage: Stage, away: Away, times: readonly [number, number]) {
  const fails = new Map<string, Fails>()
  await stage.work([works], { before: failing(fails) })
  const [ids] = await Promise.all([
    Promise.all(interleavings.map((_, index) => play(stage, index, fails))),
    disturb(away, times),
  ])
  await until(async () => {
    await stage.sweep()
    const journals = await Promise.all(ids.map((id) => stage.journal(id)))
    const isDone = journals.every(
      (entries) => entries.filter(({ kind }) => kind === 'between-done').length === 2,
    )
    return isDone ? true : undefined
  })
  const timedOut: boolean[] = []
  for (const id of ids) timedOut.push(await replay(stage, id))
  return timedOut
}

/** Resolves to whether a workflow task has timed out. */
async function replay(stage: Stage, id: string): Promise<boolean> {
  const history = await stage.handle(id).fetchHistory()
  const options = { workflowBundle: { codePath: inject('bundlePath') } }
  await Worker.runReplayHistory(options, history, workflowId(id))
  return history.events?.some((event) => event.workflowTaskTimedOutEventAttributes) === true
}

const what = 'each nudge is answered by a read, and no replay differs'

test.concurrent(`ten interleavings while the worker cannot reach the server: ${what}, and no task times out by itself`, async ({
  ownUrl: url,
}) => {
  await using parts = new AsyncDisposableStack()
  const [host = '', port] = inject('temporalAddress').split(':')
  const proxy = await startProxy({ host, port: Number(port) })
  parts.defer(() => proxy.close())
  const stage = await openStage(url, [works], {}, { workerAddress: `127.0.0.1:${proxy.port}` })
  parts.defer(() => stage.close())
  const away: Away = { begin: async () => proxy.freeze(true), end: async () => proxy.freeze(false) }
  const timedOut = await playAll(stage, away, awayMs)
  expect(timedOut.some((one, index) => one && isHurried(index))).toBe(true)
  expect(timedOut.some((one, index) => one && !isHurried(index))).toBe(false)
})

test.concurrent(`ten interleavings at a server that is killed: ${what}`, async ({
  ownUrl: url,
}) => {
  await using parts = new AsyncDisposableStack()
  const temporal = await startOwnTemporal()
  parts.defer(() => temporal.close())
  const stage = await openStage(url, [works], {}, { address: temporal.address })
  parts.defer(() => stage.close())
  const away: Away = { begin: () => temporal.kill(), end: () => temporal.restart() }
  await playAll(stage, away, [2_000, 2_200])
})
