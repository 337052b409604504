// Measures the memory of a worker per open transaction with a cached workflow, by the growth of its resident memory.
import { setTimeout as wait } from 'node:timers/promises'
import { startBare } from './bare/journey.ts'
import { drive } from '#test/load/drive.ts'
import { type Measure, toResult } from './measure.ts'
import { readRssKb } from '#test/load/proc.ts'
import { settle, startService } from '#test/load/service.ts'
import { askForToken, createTransaction } from '#test/load/journey.ts'

const warmUps = 150
const opened = 400
const callers = 20

export const memory: Measure = {
  name: 'memory',
  against: 'a bare workflow of the same journey, as far as its token',
  aims: {},
  async run(stage) {
    await using service = await startService(stage)
    await using bare = await startBare(stage)
    const open = async () => {
      const { id } = await createTransaction(service.client)
      await askForToken(service.client, id)
    }
    const value = await measureGrowth(service.worker.pid, open, () => settle(stage))
    const baseline = await measureGrowth(
      bare.worker.pid,
      () => bare.open(),
      async () => undefined,
    )
    return [toResult({ name: 'memory', value, baseline, unit: 'kB each', higherIsBetter: false })]
  },
}

/** Kilobytes per opened transaction, after those that bring the process to its working size. */
async function measureGrowth(
  pid: number,
  open: () => Promise<void>,
  rest: () => Promise<void>,
): Promise<number> {
  const grow = async (count: number) => {
    await drive(callers, count, open)
    await rest()
    await wait(1_000)
    return readRssKb(pid)
  }
  const before = await grow(warmUps)
  return ((await grow(opened)) - before) / opened
}
