// Decides how long a query waits, and for what.
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import { findRun } from '#src/packs/runs/store.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'

const defaultSeconds = 2
const maxSeconds = 30

/** Seconds of `Prefer: wait=N`, 2 without it; what is not a whole number is ignored (RFC 7240). */
export function waitSeconds(prefer: string | undefined): number {
  const given = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(prefer ?? '')?.[1]
  return given === undefined ? defaultSeconds : Math.min(maxSeconds, Number(given))
}

/** The run when there is nothing more to wait for, or as it stands at the deadline (of `performance.now()`, because a clock can be set). */
export async function waitForRun(
  { reads, waiter, packs }: Pick<PackRouteDeps, 'reads' | 'waiter' | 'packs'>,
  run: ShownRun,
  deadline: number,
): Promise<ShownRun> {
  let current = run
  while (current.status === 'processing' && !isUpToClient(current, packs.offered)) {
    const { transactionId: id, lastSeq } = current
    // All that changes a run is an entry of the run.
    if (!(await waiter.changed(id, lastSeq, deadline, run.id))) return current
    const found = await findRun(reads, run.id)
    if (!found) return current
    current = found
  }
  return current
}

/** Whether all that a run waits for is what the client sends. */
function isUpToClient({ statuses }: ShownRun, offered: readonly Module[]): boolean {
  const waiting = Object.keys(statuses).filter((key) => statuses[key] === 'processing')
  const own = offered.filter(({ key, runs }) => runs.kind === 'waits' && waiting.includes(key))
  // None: it waits for a person.
  return own.length === waiting.length
}
