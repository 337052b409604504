// What a transaction's workflow does, without Temporal: reads the agenda when nudged, and runs what is due.
import { armAt, isDue } from '#src/agenda/rules.ts'
import { readAgenda } from '#src/agenda/read.ts'
import type { Agenda } from '#src/agenda/task.ts'
import { runTask, type TaskDeps } from '#src/commit/run-task.ts'
import type { TaskDefinition } from '#src/commit/task.ts'
import type { Nudger } from '#src/temporal/nudge.ts'

export type Executor = {
  readonly nudger: Nudger
  /** Given once the service is made, which needs the nudger first. */
  start(deps: TaskDeps, tasks: readonly TaskDefinition[]): void
  /** Resolves when nothing is due, and nothing waits for wall time. */
  settle(id: string): Promise<void>
}

type Run = { done: Promise<void>; again: boolean; leasedAt: number | undefined }

export function createExecutor(): Executor {
  const runs = new Map<string, Run>()
  let given: { deps: TaskDeps; tasks: readonly TaskDefinition[] } | undefined

  function nudge(id: string): Run {
    const known = runs.get(id)
    if (known) {
      known.again = true
      return known
    }
    const run: Run = { done: Promise.resolve(), again: false, leasedAt: undefined }
    runs.set(id, run)
    run.done = work(id, run).finally(() => runs.delete(id))
    return run
  }

  async function work(id: string, run: Run): Promise<void> {
    if (!given) throw new Error('the executor has not started')
    const { deps, tasks } = given
    do {
      run.again = false
      let agenda = await readAgenda(deps.db, deps.settings, { id, after: null })
      for (let task = nextOf(agenda); agenda && task; task = nextOf(agenda)) {
        const { key, task: name } = task
        const definition = tasks.find((one) => one.name === name)
        if (!definition) throw new Error(`no task ${name}`)
        const signal = AbortSignal.timeout(30_000)
        agenda = await runTask(deps, definition, { id, key, after: agenda.seq }, signal)
      }
      run.leasedAt = agenda ? leaseOf(agenda) : undefined
    } while (run.again)
    if (run.leasedAt !== undefined) leases.set(id, run.leasedAt)
    else leases.delete(id)
  }

  /** Wall times at which leased tasks are due, of those that are not at work. */
  const leases = new Map<string, number>()

  return {
    nudger: { nudge: ({ id }) => void nudge(id), drain: async () => {} },
    start: (deps, tasks) => void (given = { deps, tasks }),
    async settle(id) {
      for (;;) {
        await (runs.get(id) ?? nudge(id)).done
        const leasedAt = leases.get(id)
        if (leasedAt === undefined && !runs.has(id)) return
        if (leasedAt !== undefined) await pause(leasedAt - Date.now() + 5)
      }
    },
  }
}

/** Once everything else that is due has been done, the task that comes last. */
function nextOf(agenda: Agenda | null) {
  const due = (agenda?.tasks ?? [])
    .filter((task) => isDue(task, agenda?.now ?? 0))
    .toSorted((one, other) => one.dueAt - other.dueAt)
  return due.find(({ last }) => !last) ?? due[0]
}

function leaseOf({ tasks, now }: Agenda): number | undefined {
  const at = armAt(
    tasks.filter(({ leased }) => leased),
    now,
  )
  return at === Infinity ? undefined : Date.now() + at - now
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, Math.max(0, ms)))
