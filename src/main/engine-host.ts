// Registers a worker for engine tasks in the database, as long as it runs and Temporal answers it: requests check this
// before anything is stored.
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetHost, seeHost } from '#src/biometrics/examinations/engine-capacity.ts'
import { newId } from '#src/platform/ids.ts'
import { createProbes } from './probes.ts'
import type { Services } from './services.ts'

const everyMs = 2_000

export function startEngineHost(
  { db, probe, connection, log }: Pick<Services, 'db' | 'probe' | 'connection' | 'log'>,
  parts: AsyncDisposableStack,
  isRunning: () => boolean,
): void {
  const id = newId()
  const probes = createProbes(probe, connection, isRunning)
  const ending = new AbortController()

  async function keepSaying(): Promise<void> {
    while (!ending.signal.aborted) {
      // Not running or not answered, nothing is said: the last word is soon too old.
      if (isRunning() && (await probes.temporal().catch(() => false)))
        await seeHost(db, id).catch((error: unknown) => log.warn({ error }, 'engine host not seen'))
      await sleep(everyMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
    await forgetHost(db, id).catch(() => undefined)
  }

  const saying = keepSaying()
  parts.defer(async () => {
    ending.abort()
    await saying
  })
}
