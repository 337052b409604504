// Runs retention once a night in one process, and logs the counts before and after it.
import type { ErasureDeps } from './deps.ts'
import { runAlone } from '#src/platform/db/alone.ts'
import { retain } from './retention.ts'

/** The key of an advisory lock that nothing else uses. */
const retentionLock = 7_403_118_265_003n

/** The day on which this process ran retention last. */
const done = new WeakMap<ErasureDeps, string>()

type Night = {
  readonly deps: ErasureDeps
  /** The hour in UTC. */
  readonly hour: number
  readonly signal: AbortSignal
  readonly now?: Date
}

/** Runs only in its hour, and only once. */
export async function retainByNight({
  deps,
  hour,
  signal,
  now = new Date(),
}: Night): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  if (now.getUTCHours() !== hour || done.get(deps) === today) return
  await runAlone(deps.db, retentionLock, async () => {
    const at = now.getTime()
    const due = await retain({ deps, isDry: true, signal, now: at })
    deps.metrics.retentionDue.show(
      Object.entries(due).map(([kind, value]) => ({ labels: { kind }, value })),
    )
    deps.log.info(due, 'retention begins')
    const removed = await retain({ deps, isDry: false, signal, now: at })
    for (const [kind, count] of Object.entries(removed))
      deps.metrics.retentionRemoved.inc({ kind }, count)
    deps.log.info(removed, 'retention is done')
    done.set(deps, today)
  })
}
