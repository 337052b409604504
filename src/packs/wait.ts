// Decides how long a query waits, and for what.
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import { findRun } from '#src/packs/runs/store.ts'
import type { RowStep } from '#src/packs/document/pack.ts'
import { rowStepsByName } from '#src/packs/document/walk.ts'
import type { ShownRun } from '#src/packs/runs/rows.ts'

const defaultSeconds = 2
const maxSeconds = 30

/** The seconds of `Prefer: wait=N`, 2 by default; anything but a whole number is ignored (RFC 7240). */
export function waitSeconds(prefer: string | undefined): number {
  const given = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(prefer ?? '')?.[1]
  return given === undefined ? defaultSeconds : Math.min(maxSeconds, Number(given))
}

/**
 * Returns the run when there is nothing more to wait for, or its state at the deadline (of `performance.now()`, because
 * the wall clock can be set).
 */
export async function waitForRun(
  { reads, waiter, packs }: Pick<PackRouteDeps, 'reads' | 'waiter' | 'packs'>,
  run: ShownRun,
  deadline: number,
): Promise<ShownRun> {
  let current = run
  const version = await packs.versions.find(reads, run.owner, run.name, run.version)
  const steps = version ? rowStepsByName(version.document.root) : new Map()
  while (current.status === 'processing' && !isUpToClient(current, steps, packs.offered)) {
    const { transactionId: id, lastSeq } = current
    // Every change of a run writes a journal entry of the run.
    if (!(await waiter.changed(id, lastSeq, deadline, run.id))) return current
    const found = await findRun(reads, run.id)
    if (!found) return current
    current = found
  }
  return current
}

/** Whether the run waits only for the client, or for time. */
function isUpToClient(
  { statuses }: ShownRun,
  steps: ReadonlyMap<string, RowStep>,
  offered: readonly Module[],
): boolean {
  const waiting = Object.keys(statuses).filter((name) => statuses[name] === 'processing')
  // Without a waiting step the run waits for a person.
  return waiting.every((name) => {
    const step = steps.get(name)
    if (step?.kind === 'wait' || step?.kind === 'ask') return true
    if (step?.kind === 'call') return false
    // A person with a link comes at any time, so the query does not wait for it.
    if (step?.kind === 'each') return step.link === true
    return offered.some(({ key, runs }) => runs.kind === 'waits' && key === step?.module)
  })
}
