// Performs the due tasks of a transaction, as its workflow would, for tests without a worker.
import { eq } from 'drizzle-orm'
import { transactions } from '#src/journey/transaction/table.ts'
import { runTask } from '#src/journey/commit/run-task.ts'
import type { AllDeps } from '#src/main/capability.ts'
import { capabilities } from '#src/main/capabilities.ts'

const settings = { holdMs: 0, failuresMax: 3, idleMs: 0, historyMax: 2_000 }

/**
 * Performs once each task that is due at the call; with `rounds` repeats this, so that following tasks run too. `only`:
 * those of that name.
 */
export async function performDue(
  deps: AllDeps,
  id: string,
  rounds = 1,
  only?: string,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await performRound(deps, id, only)
}

async function performRound(deps: AllDeps, id: string, only: string | undefined): Promise<void> {
  const [row] = await deps.db.select().from(transactions).where(eq(transactions.id, id))
  const now = Date.now() + (row?.clockOffsetMs ?? 0)
  const tasks = capabilities.flatMap(({ tasks: own }) => own?.(deps) ?? [])
  const due = (row?.agenda ?? []).filter(({ dueAt }) => dueAt <= now)
  for (const { key, task } of due.filter((one) => only === undefined || one.task === only)) {
    const definition = tasks.find(({ name }) => name === task)
    if (!definition) throw new Error(`nobody performs ${task}`)
    const asked = { id, key, after: 0 }
    await runTask({ ...deps, settings }, definition, asked, new AbortController().signal)
  }
}
