// Lists the transactions of a tenant, and finds those of a person; only ids, codes and times.
import type { PackRouteDeps } from '#src/packs/runs/deps.ts'
import { toWaiting } from '#src/journey/lifecycle/waiting-schema.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { readTimeCursor, writeTimeCursor } from '#src/platform/cursor.ts'
import { statusOf } from './rules.ts'
import {
  type ListedTransaction,
  TransactionPage,
  TransactionsQuery,
  TransactionSearch,
} from './schema.ts'
import { hashesOf } from '#src/journey/velocity/sighting.ts'
import { toMeant, toNamed } from './sought.ts'
import { type Listed, listTransactions, type Page } from './store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'

const base = { tag: 'Transaction', scope: 'reports:read' } as const

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/transactions'],
  operationId: 'listTransactions',
  summary: 'List transactions',
  description:
    'Of the caller’s tenant and mode, the newest first. A page of a filter that is rarely met is short, even empty, and still has `next`.',
  audits: 'transactions.listed',
  request: { query: TransactionsQuery },
  responses: { 200: { description: 'None where there are none.', body: TransactionPage } },
  problems: [],
})

const searchRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/transactions/search'],
  operationId: 'searchTransactions',
  summary: 'Find the transactions of a person or company',
  description:
    'By a document, a phone or an e-mail address that a transaction was created with (of many phones the first five), or by several at once; or by one text, which may be any of them, an id, or the client’s own reference. Spellings of one number or mailbox are one. What was erased or is restricted is not found.',
  audits: 'transactions.searched',
  request: { json: TransactionSearch },
  responses: { 200: { description: 'None where there are none.', body: TransactionPage } },
  problems: [],
})

function searchRoutes({ reports, sealer, tenants }: PackRouteDeps): Mounted[] {
  const list = 'transactions'
  const openCursor = (principal: Principal, field: string, cursor: string | undefined) =>
    readTimeCursor(sealer, principal, { list, field }, cursor)
  const toPage = (principal: Principal, { found, next }: Page) => {
    const place = { list, field: 'cursor' }
    return {
      transactions: found.map(toListed),
      ...(next && { next: writeTimeCursor(sealer, principal, place, next) }),
    }
  }
  return [
    mount(listRoute, async ({ request, principal }) => {
      const { cursor, limit = 50, createdAfter, createdBefore, parent, ...filter } = request.query
      const page = await listTransactions(reports, principal, {
        filter,
        createdAfter: toDate(createdAfter),
        createdBefore: toDate(createdBefore),
        before: openCursor(principal, 'cursor', cursor),
        parent,
        limit,
      })
      return reply(200, toPage(principal, page))
    }),
    mount(searchRoute, async ({ request, principal }) => {
      const { cursor, limit = 50, ...asked } = request.json
      const before = openCursor(principal, '#/cursor', cursor)
      const { genericFields } = tenants.of(principal.tenant).search
      const sought = 'text' in asked ? toMeant(asked.text, genericFields) : toNamed(asked)
      if (sought.some((one) => one.values.length === 0 && one.id === undefined))
        return reply(200, { transactions: [] })
      const hashed = sought.map(({ values, id }) => ({
        hashes: values.flatMap((value) => hashesOf(sealer, principal, value)),
        ...(id && { id }),
      }))
      const page = await listTransactions(reports, principal, {
        filter: {},
        before,
        sought: hashed,
        limit,
      })
      return reply(200, toPage(principal, page))
    }),
  ]
}

const toDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

function toListed({
  id,
  createdAt,
  updatedAt,
  packs,
  review,
  waiting,
  parent,
}: Listed): ListedTransaction {
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    status: statusOf(packs),
    packs: packs.map(({ outcome, ...one }) => ({ ...one, ...(outcome !== null && { outcome }) })),
    ...(review !== 'none' && { review }),
    ...(waiting && { waiting: toWaiting(waiting) }),
    ...(parent !== null && { parent }),
  }
}

export const transactionSearch: Capability<PackRouteDeps> = {
  name: 'transaction-search',
  routes: searchRoutes,
}
