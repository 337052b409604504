// Retention once a night, by one process: counted before, done, and said after.
import type { ErasureDeps } from './deps.ts'
import { runAlone } from '#src/platform/db/alone.ts'
import { retain } from './retention.ts'

/** The number of an advisory lock, which no other lock has. */
const retentionLock = 7_403_118_265_003n

/** The day of the last night in which this process has done it. */
const done = new WeakMap<ErasureDeps, string>()

type Night = {
  readonly deps: ErasureDeps
  /** In UTC. */
  readonly hour: number
  readonly signal: AbortSignal
  readonly now?: Date
}

/** Does nothing but in its hour, once. */
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
