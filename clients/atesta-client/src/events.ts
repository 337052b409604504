// Following events: each page of them, and then what comes.
import type { Client } from 'openapi-fetch'
import type { components, paths } from './api.js'

export type EventPage = components['schemas']['EventPage']

export type FollowOptions = {
  /** `next` of the last page that was dealt with; without it from the oldest event that is kept. */
  readonly after?: string
  /** These types alone, such as `pack.completed`. */
  readonly types?: readonly string[]
  /** Milliseconds between two looks when nothing has come; 2 000 without it. */
  readonly pauseMs?: number
  /** Ends it: what is under way rejects, and between two looks it is over. */
  readonly signal?: AbortSignal
}

/**
 * Pages that hold events, in the order of their commits; none is left out. Keep `next` when you have dealt with a page,
 * and begin with it after a restart. Rejects with `cursor-lost` after a failover: begin without `after`, and leave out
 * events whose `id` you know.
 */
export async function* followEvents(
  atesta: Client<paths>,
  { after, types, pauseMs = 2_000, signal }: FollowOptions = {},
): AsyncGenerator<EventPage> {
  let cursor = after
  while (!signal?.aborted) {
    const query = {
      ...(cursor !== undefined && { after: cursor }),
      ...(types && { types: types.join(',') }),
    }
    const { data } = await atesta.GET('/v1/events', {
      params: { query },
      ...(signal && { signal }),
    })
    // Safe because a refusal has rejected before.
    const page = data as EventPage
    if (page.events.length > 0) yield page
    else await rest(pauseMs, signal)
    cursor = page.next
  }
}

/** Ends with the signal too. */
function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
