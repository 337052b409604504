// The routes that list a tenant’s deny and allow entries, without their values.
import { readCursor, writeCursor } from '#src/platform/cursor.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { listAwaiting } from '#src/platform/two-people/ask.ts'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { toAllow, toDeny } from './rows.ts'
import { AllowQuery, AllowPage, DenyQuery, DenyPage } from './schema.ts'
import { type EntryFilter, type ListName, listEntriesOf } from './store.ts'

const base = { method: 'get', tag: 'Lists', scope: 'lists:write', audits: 'lists.listed' } as const
const description =
  'Of the caller’s tenant and mode, the newest first, what counts now. Values are stored as keyed hashes and not shown: whether one is listed is asked by the search.'

const listDeny = defineRoute({
  ...base,
  paths: ['/v1/lists/deny'],
  operationId: 'listDenyEntries',
  summary: 'List deny entries',
  description,
  request: { query: DenyQuery },
  responses: { 200: { description: 'None where there are none.', body: DenyPage } },
  problems: [],
})

const listAllow = defineRoute({
  ...base,
  paths: ['/v1/lists/allow'],
  operationId: 'listAllowEntries',
  summary: 'List allow entries',
  description,
  request: { query: AllowQuery },
  responses: { 200: { description: 'None where there are none.', body: AllowPage } },
  problems: [],
})

type Query = Omit<EntryFilter, 'limit' | 'before'> & {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export function listRoutes({ reads, sealer }: Pick<RiskDeps, 'reads' | 'sealer'>): Mounted[] {
  const page = async (
    principal: Principal,
    list: ListName,
    { limit = 50, cursor, ...asked }: Query,
  ) => {
    const place = { list, field: 'cursor' }
    const before = readCursor(sealer, principal, place, cursor)
    const found = await listEntriesOf(reads, principal, list, {
      ...asked,
      before,
      limit: limit + 1,
    })
    const shown = found.slice(0, limit)
    const last = found.length > limit ? shown.at(-1)?.id : undefined
    return {
      shown,
      next: last === undefined ? {} : { next: writeCursor(sealer, principal, place, last) },
    }
  }

  return [
    mount(listDeny, async ({ request, principal }) => {
      const { shown, next } = await page(principal, 'deny', request.query)
      const ids = shown.map(({ id }) => id)
      const waits = await listAwaiting(reads, principal, 'list.denied', ids)
      const entries = shown.map((entry) => {
        const until = waits.get(entry.id)?.toISOString()
        return {
          ...toDeny(entry),
          ...(until !== undefined && { awaiting: 'second' as const, awaitingUntil: until }),
        }
      })
      return reply(200, { entries, ...next })
    }),
    mount(listAllow, async ({ request, principal }) => {
      const { shown, next } = await page(principal, 'allow', request.query)
      return reply(200, { entries: shown.map(toAllow), ...next })
    }),
  ]
}
