// Measures how long everything that an answer needs was running at once: PostgreSQL, Temporal, an API and a worker,
// each with its connections to both. Time limits of the checks count only this time.
import type { Events } from './events.ts'

export type Presence = {
  begin(target: string): void
  end(target: string): void
  /** The milliseconds so far in which everything was running at once. */
  readonly thereMs: () => number
}

export type PresencePlan = {
  readonly apis: readonly string[]
  readonly workers: readonly string[]
  readonly now?: () => number
}

const servers = ['PostgreSQL', 'Temporal'] as const
const linesOf = (name: string) => servers.map((server) => `${name}→${server}`)

export function createPresence({
  apis,
  workers,
  now = () => performance.now(),
}: PresencePlan): Presence {
  /** By target the number of events that affect it now. */
  const held = new Map<string, number>()
  let counted = 0
  let since: number | undefined = now()

  const isFree = (target: string) => (held.get(target) ?? 0) === 0
  const isWhole = (name: string) => [name, ...linesOf(name)].every(isFree)
  const areThere = () => servers.every(isFree) && apis.some(isWhole) && workers.some(isWhole)

  function change(target: string, by: number): void {
    held.set(target, (held.get(target) ?? 0) + by)
    if (since !== undefined) counted += now() - since
    since = areThere() ? now() : undefined
  }
  return {
    begin: (target) => change(target, 1),
    end: (target) => change(target, -1),
    thereMs: () => counted + (since === undefined ? 0 : now() - since),
  }
}

/** Wraps the events so that their targets count as absent meanwhile. A changed clock does not make a process absent. */
export function watch(events: Events, presence: Presence): Events {
  return {
    ...events,
    async perform(planned, index) {
      if (planned.name.startsWith('step the clock')) return events.perform(planned, index)
      presence.begin(planned.target)
      try {
        return await events.perform(planned, index)
      } finally {
        presence.end(planned.target)
      }
    },
  }
}
