import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import { readCursor, writeCursor } from '#src/platform/cursor.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import type { EventTypes } from './describe.ts'
import { toCursor, toPosition } from './cursor-rules.ts'
import { eventsKeptDays, readEvents } from './read.ts'
import { EventPage, EventQuery } from './schema.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'

const readEventsRoute = defineRoute({
  method: 'get',
  paths: ['/v1/events'],
  operationId: 'readEvents',
  summary: 'Read what has happened to transactions',
  description: `Of the caller’s tenant and mode, in the order of the commits, kept ${eventsKeptDays} days. Nothing appears before a cursor later: whoever asks again with \`next\` misses no event and gets none twice. A commit that is under way in the database server holds back what comes behind it, in most cases for less than a second. After a failover, or after ${eventsKeptDays} days, a cursor is lost: begin without one, and leave out what you know by its \`id\`.`,
  tag: 'Events',
  scope: 'reports:read',
  request: { query: EventQuery },
  responses: {
    200: { description: 'The events, none where there are none yet.', body: EventPage },
  },
  problems: ['cursor-lost'],
})

const usualLimit = 100

export type EventDeps = {
  readonly reports: Db
  readonly sealer: Sealer
  readonly eventTypes: EventTypes
}

const place = { list: 'events', field: 'after' } as const

function eventRoutes({ reports, sealer, eventTypes }: EventDeps): Mounted[] {
  const known = new Set(eventTypes.map(({ type }) => type))
  return [
    mount(readEventsRoute, async ({ request, principal }) => {
      const { after, types, limit = usualLimit } = request.query
      if (types?.some((type) => !known.has(type))) throw unknownType('query#/types')
      const position = readCursor(sealer, principal, place, after)
      const cursor = position === undefined ? undefined : toCursor(position)
      const found = await readEvents(reports, principal, { after: cursor, types, limit })
      if (found === 'lost') return refuse('cursor-lost')
      const next = writeCursor(sealer, principal, place, toPosition(found.next))
      return reply(200, { events: found.events, next })
    }),
  ]
}

/** Refuses a type of event that the service does not know: it is more often a slip than a type of a later release. */
export const unknownType = (pointer: string): Problem =>
  new Problem('invalid-request', {
    faults: [{ pointer, code: 'not-allowed', detail: 'names a type of event that there is not' }],
  })

export const events: Capability<EventDeps> = { name: 'events', routes: eventRoutes }
