// How a worker handles tasks of which workers die: it counts each death against the tasks that were running, and runs
// suspected tasks alone (docs/run-book.md, TasksSetApart).
import { setTimeout as sleep } from 'node:timers/promises'
import { takeLost } from '#src/biometrics/examinations/engine-capacity.ts'
import type { Lane } from '#src/journey/transaction/task.ts'
import type { SweepDeps } from '#src/journey/agenda/sweep.ts'
import { countDeath } from '#src/journey/suspects/count.ts'
import { deathsOf } from '#src/journey/suspects/rules.ts'
import { createWarden } from '#src/journey/suspects/warden.ts'
import { newId } from '#src/platform/ids.ts'
import type { Services } from './services.ts'
import { tasksOf } from './work.ts'

const everyMs = 1_000

/** Counts a worker's death for the sweep; a failure to count is logged and delays nothing. */
export const countsDeaths =
  ({ deps, log }: Pick<Services, 'deps' | 'log'>): NonNullable<SweepDeps['beforeAnew']> =>
  async (id, reason, { attempt }) => {
    const deaths = deathsOf(reason, attempt)
    if (deaths === 0) return
    await countDeath(deps, { id, lane: 'local', deaths }).catch((error: unknown) =>
      log.warn({ transaction: id, error }, 'the death of a worker was not counted'),
    )
  }

/** Checks every second, until `parts` end. */
export function startWarden(services: Services, parts: AsyncDisposableStack, lane: Lane): void {
  const { deps, db, log, underWay, metrics } = services
  const ending = new AbortController()
  const tasks = tasksOf(services).filter((task) => task.lane === lane)
  const warden = createWarden({ deps, log, underWay, tasks, holder: newId() })

  async function look(): Promise<void> {
    for (const { id, key } of await takeLost(db)) await countDeath(deps, { id, key, deaths: 1 })
    const { turn, apart } = await warden.tend(ending.signal)
    metrics.suspectTasks.show([
      { labels: { state: 'turn' }, value: turn },
      { labels: { state: 'apart' }, value: apart },
    ])
  }

  async function keepLooking(): Promise<void> {
    while (!ending.signal.aborted) {
      await look().catch((error: unknown) =>
        log.warn({ error }, 'suspected tasks were not looked at'),
      )
      await sleep(everyMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const looking = keepLooking()
  parts.defer(async () => {
    ending.abort()
    await looking
  })
}
