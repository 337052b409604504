// Executes tasks as a transaction’s workflow does, without Temporal: reads the agenda after each nudge, and runs the
// due tasks.
import { sql } from 'drizzle-orm'
import { armAt, isDue } from '#src/journey/agenda/rules.ts'
import { readAgenda } from '#src/journey/agenda/read.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import type { Agenda } from '#src/journey/transaction/task.ts'
import type { Db } from '#src/platform/db/client.ts'
import { runTask, type TaskDeps } from '#src/journey/commit/run-task.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { Metrics } from '#src/platform/metrics.ts'
import type { Nudger } from '#src/journey/temporal/nudge.ts'

export type Executor = {
  readonly nudger: Nudger
  /** Called once the service exists, which needs the nudger first. */
  start(deps: TaskDeps, tasks: readonly TaskDefinition[], metrics: Measured): void
  /** Resolves when no known task is due; tasks that wait for wall time are run at once. */
  settle(id: string): Promise<void>
  /** The next due time by the transaction’s clock; infinite when there is none. */
  dueAt(id: string): number
  forget(id: string): void
}

/** The metrics that a worker’s activities have. */
type Measured = Pick<Metrics, 'activitySeconds'>

type Run = { done: Promise<void>; again: boolean }

export function createExecutor(): Executor {
  const runs = new Map<string, Run>()
  let given: { deps: TaskDeps; tasks: readonly TaskDefinition[]; metrics: Measured } | undefined

  function nudge(id: string): Run {
    const known = runs.get(id)
    if (known) {
      known.again = true
      return known
    }
    const run: Run = { done: Promise.resolve(), again: false }
    runs.set(id, run)
    run.done = work(id, run).finally(() => runs.delete(id))
    return run
  }

  async function work(id: string, run: Run): Promise<void> {
    if (!given) throw new Error('the executor has not started')
    const { deps, tasks, metrics } = given
    do {
      run.again = false
      let agenda = await readAgenda(deps.db, deps.settings, { id, after: null })
      for (let task = nextOf(agenda); agenda && task; task = nextOf(agenda)) {
        const { key, task: name } = task
        const definition = tasks.find((one) => one.name === name)
        if (!definition) throw new Error(`no task ${name}`)
        const signal = AbortSignal.timeout(30_000)
        const end = metrics.activitySeconds.startTimer({ activity: name, outcome: 'completed' })
        agenda = await runTask(deps, definition, { id, key, after: agenda.seq }, signal)
        end()
      }
      told.set(id, agenda)
    } while (run.again)
  }

  /** By transaction the agenda of the last read. */
  const told = new Map<string, Agenda | null>()

  return {
    nudger: { nudge: ({ id }) => void nudge(id), drain: async () => {} },
    start: (deps, tasks, metrics) => void (given = { deps, tasks, metrics }),
    async settle(id) {
      for (;;) {
        await runs.get(id)?.done
        if (runs.has(id)) continue
        if (!given || !told.get(id)?.tasks.some(({ leased }) => leased)) return
        await passLeases(given.deps.db, id)
        nudge(id)
      }
    },
    dueAt(id) {
      const { tasks = [], now = 0 } = told.get(id) ?? {}
      return armAt(
        tasks.filter(({ leased }) => !leased),
        now,
      )
    },
    forget: (id) => void told.delete(id),
  }
}

/** The next due task; a task marked `last` comes only after all others. */
function nextOf(agenda: Agenda | null) {
  const due = (agenda?.tasks ?? [])
    .filter((task) => isDue(task, agenda?.now ?? 0))
    .toSorted((one, other) => one.dueAt - other.dueAt)
  return due.find(({ last }) => !last) ?? due[0]
}

/**
 * Leases depend on wall time, which the sandbox clock does not move, so they are made due here. That is safe because
 * every call of the day has ended by then.
 */
async function passLeases(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update ${transactions} set agenda = (
      select jsonb_agg(case when (task ->> 'leased')::boolean then task || '{"dueAt": 0}' else task end order by place)
      from jsonb_array_elements(agenda) with ordinality as each (task, place)
    ) where id = ${id}`)
}
