import type { Db } from '#src/db/client.ts'
import type { Waiter } from '#src/journal/wait.ts'
import { findRunWithSeq, type Run } from './store.ts'

const defaultSeconds = 2
const maxSeconds = 30

/** Seconds of `Prefer: wait=N`, 2 without it; what is not a whole number is ignored (RFC 7240). */
export function waitSeconds(prefer: string | undefined): number {
  const given = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(prefer ?? '')?.[1]
  return given === undefined ? defaultSeconds : Math.min(maxSeconds, Number(given))
}

/** The run when it has ended, or as it stands at the deadline (epoch ms, wall time). */
export async function waitForRun(db: Db, waiter: Waiter, run: Run, deadline: number): Promise<Run> {
  let current = run
  while (current.status === 'processing') {
    const found = await findRunWithSeq(db, run.id)
    if (!found) return current
    current = found.run
    if (current.status !== 'processing') return current
    if (!(await waiter.changed(run.transactionId, found.lastSeq, deadline))) return current
  }
  return current
}
