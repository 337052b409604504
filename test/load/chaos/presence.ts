// How long everything that an answer needs was there at once: PostgreSQL, Temporal, an API and a worker, each with its lines
// to both. Limits of what must come are of that time.
import type { Events } from './events.ts'

export type Presence = {
  begin(target: string): void
  end(target: string): void
  /** Milliseconds of such time up to now. */
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
  /** By how many events each is held. */
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

/** The same events, and whom they happen to is away for as long. A stepped clock takes nobody away. */
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
