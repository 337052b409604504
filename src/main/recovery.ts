// How a living worker reacts to the death of another one and to the return of Temporal, without waiting for long
// timeouts.
import { setTimeout as sleep } from 'node:timers/promises'
import { hurrySweeps } from '#src/journey/agenda/sweep.ts'
import { answers } from '#src/journey/temporal/outage.ts'
import { repeatAbandoned } from '#src/screening/checks/dead-processes.ts'
import type { Services } from './services.ts'

const everyMs = 1_000
/** How long a worker looks for abandoned calls, after a death and after its own start. */
const lookMs = 30_000

type Work = () => Promise<unknown>

/** Runs until `parts` end; `services.presence` must have begun. */
export function startRecovery(services: Services, parts: AsyncDisposableStack): void {
  const { db, deps, log, metrics, presence, outages, runs, connection } = services
  const ending = new AbortController()
  let diedAt = performance.now()

  presence.onGone((process) => {
    diedAt = performance.now()
    metrics.workersDied.inc()
    log.warn({ process }, 'a worker is gone: what it had under way goes on here')
    void attempt(() => hurrySweeps(db))
  })

  const attempt = (work: Work) =>
    work().catch((error: unknown) => log.warn({ error }, 'recovery failed'))

  async function repeat(work: Work): Promise<void> {
    while (!ending.signal.aborted) {
      await attempt(work)
      await sleep(everyMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  const running = Promise.all([
    repeat(async () => {
      if (performance.now() - diedAt > lookMs) return
      const repeated = await repeatAbandoned({ deps, runs }, (process) => presence.isGone(process))
      if (repeated > 0) log.info({ repeated }, 'checks of a worker that is gone are repeated')
    }),
    // Asked directly, because nudges back off during an outage of Temporal and would notice its end too late.
    repeat(async () => {
      if (outages.isSuspected()) outages.note(await answers(connection))
    }),
  ])
  parts.defer(async () => {
    ending.abort()
    await running
  })
}
