import type { Db } from '#src/platform/db/client.ts'
import { readCursor, writeCursor } from '#src/platform/cursor.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { type Cursor, isLost, listAudit, toEntry } from './read.ts'
import { AuditPage, AuditQuery } from './schema.ts'

const readAudit = defineRoute({
  method: 'get',
  paths: ['/v1/audit'],
  operationId: 'readAudit',
  summary: 'Read who did, changed or saw what',
  description:
    'Of the caller’s tenant and mode, oldest first unless `order` says otherwise. Oldest first nothing appears before a cursor later: whoever asks again with `next` misses no row. A commit that is under way in the database server holds back what comes behind it, in most cases for less than a second.',
  tag: 'Audit',
  scope: 'audit:read',
  request: { query: AuditQuery },
  responses: { 200: { description: 'The rows, none where there are none yet.', body: AuditPage } },
  problems: ['cursor-lost'],
})

const usualLimit = 100

type AuditDeps = { readonly reads: Db; readonly sealer: Sealer }

const place = { list: 'audit', field: 'after' } as const

function auditRoutes({ reads, sealer }: AuditDeps): Mounted[] {
  return [
    mount(readAudit, async ({ request, principal }) => {
      const { after, order, limit = usualLimit, since, until, ...equal } = request.query
      const position = readCursor(sealer, principal, place, after)
      const cursor = toCursor(position)
      if (cursor && (await isLost(reads, cursor))) return refuse('cursor-lost')
      const filter = {
        ...equal,
        isNewestFirst: order === 'newest',
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
      }
      const rows = await listAudit(reads, principal, cursor, { ...filter, limit })
      const last = rows.at(-1)
      const next = last ? `${last.tx}-${last.seq}` : (position ?? '0-0')
      return reply(200, {
        entries: rows.map(toEntry),
        next: writeCursor(sealer, principal, place, next),
      })
    }),
  ]
}

function toCursor(position: string | undefined): Cursor | undefined {
  if (position === undefined) return undefined
  const [tx = 0, seq = 0] = position.split('-').map(Number)
  return [tx, seq]
}

export const audit = { name: 'audit', routes: auditRoutes }
