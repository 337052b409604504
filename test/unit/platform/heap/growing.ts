// A process whose memory grows while it serves, and that has something under way.
import { getHeapStatistics } from 'node:v8'
import { watchHeap } from '#src/platform/heap.ts'
import { createUnderWay } from '#src/journey/suspects/running-tasks.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { createLog } from '#src/platform/log.ts'

await runAsCommand(async (parts) => {
  const underWay = createUnderWay()
  const log = await createLog('info', 'growing')
  const countDeath = async ({ key }: { readonly key: string }) => {
    log.warn({ counted: key, isGivenUp: underWay.isGivenUp() }, 'counted')
  }
  watchHeap({ log, underWay, countDeath }, parts)
  const kept: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  process.once('SIGTERM', () => resolve())
  const growing = setInterval(() => {
    // Until the little is left that an orderly end needs.
    if (getHeapStatistics().used_heap_size < Number(process.argv[2]) * 1e6)
      kept.push(Array.from({ length: 131_072 }, () => 0.5 + kept.length))
  }, 5)
  await underWay.run({ id: 'transaction', key: 'task' }, () => promise)
  clearInterval(growing)
})
process.exit()
