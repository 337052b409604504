// Kills and restarts while journeys run: of the listener most, of API and worker, and of PostgreSQL once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '#test/day/chance.ts'

/** Something that is killed, and started again after a while. */
export type Killable = { kill(): Promise<unknown>; restart(): Promise<void> }

export type Killed = Record<'listener' | 'api' | 'worker' | 'postgres', number>

type Options = {
  readonly chance: Chance
  readonly of: Readonly<Record<keyof Killed, Killable>>
  /** From 0 to 1. */
  readonly progress: () => number
  readonly signal: AbortSignal
}

export async function makeTrouble({ chance, of, progress, signal }: Options): Promise<Killed> {
  const killed: Killed = { listener: 0, api: 0, worker: 0, postgres: 0 }
  while (!signal.aborted) {
    await sleep(chance.between(2_000, 8_000), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) break
    const isTime = progress() > 0.5 && killed.postgres === 0
    const name = isTime
      ? 'postgres'
      : chance.pick(['listener', 'listener', 'listener', 'api', 'worker'] as const)
    await of[name].kill()
    await sleep(chance.between(0, 1_500))
    await of[name].restart()
    killed[name] += 1
  }
  return killed
}
