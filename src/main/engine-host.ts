// Registers a worker for engine tasks in the database while it runs and Temporal answers it: requests check this before
// they store anything.
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetHost, seeHost } from '#src/biometrics/examinations/engine-capacity.ts'
import type { TaskId } from '#src/journey/suspects/store.ts'
import { newId } from '#src/platform/ids.ts'
import { createProbes } from './probes.ts'
import type { Services } from './services.ts'

const everyMs = 2_000
/** A started task is registered sooner, because the process may die of it. */
const lookMs = 250

export function startEngineHost(
  services: Pick<Services, 'db' | 'probe' | 'connection' | 'databaseWatch' | 'log' | 'underWay'>,
  parts: AsyncDisposableStack,
  isRunning: () => boolean,
): void {
  const { db, log, underWay } = services
  const id = newId()
  const probes = createProbes(services, isRunning)
  const ending = new AbortController()

  /** Waits until the next registration is due, or another task than the registered ones runs. */
  async function rest(said: readonly TaskId[]): Promise<void> {
    const keys = new Set(said.map(({ key }) => key))
    for (let restedMs = 0; restedMs < everyMs && !ending.signal.aborted; restedMs += lookMs) {
      if (underWay.list().some(({ key }) => !keys.has(key))) return
      await sleep(lookMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  async function keepSaying(): Promise<void> {
    while (!ending.signal.aborted) {
      const said = underWay.list()
      // While it is not running, or Temporal does not answer, nothing is registered, and the last registration soon
      // expires.
      if (isRunning() && (await probes.temporal().catch(() => false)))
        await seeHost(db, id, said).catch((error: unknown) =>
          log.warn({ error }, 'engine host not seen'),
        )
      await rest(said)
    }
    await forgetHost(db, id).catch(() => undefined)
  }

  const saying = keepSaying()
  parts.defer(async () => {
    ending.abort()
    await saying
  })
}
