import type { Db } from '#src/platform/db/client.ts'
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

function auditRoutes({ reads }: { readonly reads: Db }): Mounted[] {
  return [
    mount(readAudit, async ({ request, principal }) => {
      const { after, order, limit = usualLimit, since, until, ...equal } = request.query
      const cursor = readCursor(after)
      if (cursor && (await isLost(reads, cursor))) return refuse('cursor-lost')
      const filter = {
        ...equal,
        isNewestFirst: order === 'newest',
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
      }
      const rows = await listAudit(reads, principal, cursor, { ...filter, limit })
      const last = rows.at(-1)
      const next = last ? `${last.tx}-${last.seq}` : (after ?? '0-0')
      return reply(200, { entries: rows.map(toEntry), next })
    }),
  ]
}

function readCursor(after: string | undefined): Cursor | undefined {
  if (after === undefined) return undefined
  const [tx = 0, seq = 0] = after.split('-').map(Number)
  return [tx, seq]
}

export const audit = { name: 'audit', routes: auditRoutes }
