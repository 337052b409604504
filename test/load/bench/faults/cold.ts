// Measures how long a new worker with a fraction of a processor takes until it has replayed many long histories, as
// after a failover.
import { setTimeout as wait } from 'node:timers/promises'
import { note } from '#src/main/local/note.ts'
import { openWorkflows, type Workflows } from '#test/load/afterwards.ts'
import { untilAnswered } from '#test/load/client.ts'
import { drive } from '#test/load/drive.ts'
import { type Measure, toResult } from '#test/load/bench/measure.ts'
import { settle, startService } from '#test/load/service.ts'
import { askForToken, createTransaction } from '#test/load/journey.ts'
import type { Stage } from '#test/load/stage.ts'

const runs = 80
/** Each wake-up adds one workflow task of five events. */
const wakes = 40
const callers = 20
const aimSeconds = 20
/**
 * The share of each time slice in which the worker may run, because the machine has other processes that have just
 * started.
 */
const share = 0.25
const sliceMs = 200

export const cold: Measure = {
  name: 'cold',
  against: `an aim of ${aimSeconds} s for ${runs} runs that were woken ${wakes} times each`,
  aims: { cold: 1 },
  async run(stage) {
    await using service = await startService(stage)
    await using workflows = await openWorkflows(stage.temporal.address)
    const ids: string[] = []
    await drive(callers, runs, async () => {
      const { id } = await createTransaction(service.client)
      await askForToken(service.client, id)
      ids.push(id)
    })
    await settle(stage)
    for (let wake = 0; wake < wakes; wake++) await wakeAll(stage, workflows, ids)

    process.kill(service.worker.pid, 'SIGKILL')
    const { pid } = await service.startWorker()
    const begun = performance.now()
    {
      await using _ = squeeze(pid)
      await disarm(stage, ids, 'now')
      await untilRead(stage, ids)
    }
    const value = (performance.now() - begun) / 1_000
    note(`${await workflows.countTakenBack(ids)} tasks of the newest runs were taken back`)
    const line = { value, baseline: aimSeconds, unit: 's' }
    return [toResult({ name: 'cold', ...line, higherIsBetter: false })]
  },
}

async function wakeAll(stage: Stage, workflows: Workflows, ids: readonly string[]): Promise<void> {
  await disarm(stage, ids, 'infinity')
  const left = [...ids]
  await drive(callers, ids.length, async () => workflows.nudge(left.pop() ?? ''))
  await untilRead(stage, ids)
}

/** Resets the timers as a failover does, so that a read of the agenda is visible. */
async function disarm({ sql }: Stage, ids: readonly string[], sweep: 'now' | 'infinity') {
  const at = sweep === 'now' ? 0 : Infinity
  await sql`update transaction set armed_at = null, sweep_at = ${at} where id in ${sql(ids)}`
}

async function untilRead({ sql }: Stage, ids: readonly string[]): Promise<void> {
  const areRead = async () => {
    const [found] = await sql<{ left: number }[]>`
      select count(*)::int as left from transaction where id in ${sql(ids)} and armed_at is null`
    return found?.left === 0 || undefined
  }
  await untilAnswered('a read', areRead, { withinMs: 120_000, pauseMs: 50 })
}

function squeeze(pid: number): AsyncDisposable {
  let isOver = false
  const squeezing = (async () => {
    while (!isOver) {
      process.kill(pid, 'SIGSTOP')
      await wait(sliceMs * (1 - share))
      process.kill(pid, 'SIGCONT')
      await wait(sliceMs * share)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await squeezing
    },
  }
}
