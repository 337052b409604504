// Kills and restarts while journeys run: of the listener every few seconds, of API or worker now and then, and of
// PostgreSQL twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Chance, createChance } from '#test/load/chance.ts'

/** Something that is killed, and started again after a while. */
export type Killable = { kill(): Promise<unknown>; restart(): Promise<void> }

export type Killed = Record<'listener' | 'api' | 'worker' | 'postgres', number>

type Options = {
  readonly seed: number
  readonly of: Readonly<Record<keyof Killed, Killable>>
  /** All pauses are so many times as long. */
  readonly pauses: number
  /** From 0 to 1. */
  readonly progress: () => number
  readonly signal: AbortSignal
}

/** The listener is killed while it reads, and while nobody answers it. */
const listenerMs = [500, 4_000] as const
/** A service that never has the time to work would prove little. */
const serviceMs = [6_000, 18_000] as const
const awayMs = 1_500
/** PostgreSQL goes when so much of all is done. */
const postgresAt = [0.3, 0.7]

export type Trouble = {
  /** So far. */
  readonly killed: Killed
  /** Rejects when something cannot be started again. */
  readonly over: Promise<unknown>
}

export function makeTrouble({ seed, of, pauses, progress, signal }: Options): Trouble {
  const killed: Killed = { listener: 0, api: 0, worker: 0, postgres: 0 }
  const isTime = () => progress() > (postgresAt[killed.postgres] ?? Infinity)

  async function repeat(
    [from, to]: readonly [number, number],
    chance: Chance,
    choose: () => keyof Killed,
  ): Promise<void> {
    for (;;) {
      const ms = chance.between(from, to) * pauses
      await sleep(ms, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      const name = choose()
      await of[name].kill()
      await sleep(chance.between(0, awayMs))
      await of[name].restart()
      killed[name] += 1
    }
  }

  const [first, second] = [createChance(seed, 0), createChance(seed, -1)]
  const over = Promise.all([
    repeat(listenerMs, first, () => 'listener'),
    repeat(serviceMs, second, () =>
      isTime() ? 'postgres' : second.pick(['api', 'worker'] as const),
    ),
  ])
  // Whoever started it awaits it later; what fails before must not end the process.
  over.catch(() => undefined)
  return { killed, over }
}
