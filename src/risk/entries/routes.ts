// A tenant's deny and allow lists: entries are made, searched by a value in a body, and ended.
import { z } from 'zod'
import type { RiskDeps } from '#src/risk/insights/deps.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount, type Principal } from '#src/platform/http/route.ts'
import { AwaitingSecond, awaitSecond } from '#src/platform/two-people/ask.ts'
import {
  AllowEntry,
  AllowEntryRequest,
  DenyEntry,
  DenyEntryRequest,
  EntrySearch,
} from './schema.ts'
import { dropEntry, findEntries, type ListName, putEntry } from './store.ts'
import { denyValue } from './deny.ts'
import { toExpiry, listedOf, toAllow, toDeny } from './rows.ts'

const tag = 'Lists'
const scope = 'lists:write'
const param = z.object({ id: z.uuid().meta({ description: 'As the search shows it.' }) })

const addDenyEntry = defineRoute({
  method: 'post',
  paths: ['/v1/lists/deny'],
  operationId: 'addDenyEntry',
  summary: 'Deny a document, phone, address, device or card',
  description:
    'Of the caller’s tenant and mode. The value is stored as a keyed hash alone. What is sent again for the same value replaces what was said of it. `reject` takes two people: the first is answered 202 and the entry acts as `review`, the second sends the very same. Less than a `reject` takes two as well, and until then it rejects.',
  tag,
  scope,
  request: { json: DenyEntryRequest },
  responses: {
    201: { description: 'It counts.', body: DenyEntry },
    202: { description: 'It acts as `review` until a second person asks.', body: AwaitingSecond },
  },
  problems: ['person-needed', 'faces-off', 'not-listable'],
})

const addAllowEntry = defineRoute({
  method: 'post',
  paths: ['/v1/lists/allow'],
  operationId: 'addAllowEntry',
  summary: 'Let a value be seen often',
  description:
    'Of the caller’s tenant and mode. What is counted of the value in other transactions counts no more; nothing else is lifted: no deny entry, no name, no birth date.',
  tag,
  scope,
  request: { json: AllowEntryRequest },
  responses: { 201: { description: 'It counts.', body: AllowEntry } },
  problems: ['faces-off', 'not-listable'],
})

const searchDenyEntries = defineRoute({
  method: 'post',
  paths: ['/v1/lists/deny/search'],
  operationId: 'searchDenyEntries',
  summary: 'Read the deny entry of a value',
  description: 'An empty list for a value that is not denied.',
  tag,
  scope,
  audits: 'lists.searched',
  request: { json: EntrySearch },
  responses: { 200: { description: 'What counts now.', body: z.array(DenyEntry) } },
  problems: ['faces-off'],
})

const searchAllowEntries = defineRoute({
  method: 'post',
  paths: ['/v1/lists/allow/search'],
  operationId: 'searchAllowEntries',
  summary: 'Read the allow entry of a value',
  description: 'An empty list for a value that is not allowed.',
  tag,
  scope,
  audits: 'lists.searched',
  request: { json: EntrySearch },
  responses: { 200: { description: 'What counts now.', body: z.array(AllowEntry) } },
  problems: ['faces-off'],
})

const endOf = (list: ListName, summary: string) =>
  defineRoute({
    method: 'delete',
    paths: [`/v1/lists/${list}/{id}`],
    operationId: list === 'deny' ? 'endDenyEntry' : 'endAllowEntry',
    summary,
    description: 'Of the caller’s tenant and mode. Nothing of it is kept but its audit rows.',
    tag,
    scope,
    request: { param },
    responses: { 204: { description: 'It counts no more.' } },
    problems: ['not-found'],
  })

const endDenyEntry = endOf('deny', 'End a deny entry')
const endAllowEntry = endOf('allow', 'End an allow entry')

const decidesNothing = { role: null, action: null, awaitsSecond: null } as const

type By = { readonly principal: Principal; readonly requestId: string }

export function entryRoutes({ db, reads, sealer }: RiskDeps): Mounted[] {
  const search = async (list: ListName, principal: Principal, sent: EntrySearch) => {
    if (sent.kind === 'face') return undefined
    const listed = listedOf(sent)
    return listed ? findEntries(reads, sealer, { owner: principal, list, listed }) : []
  }

  const end = async (list: ListName, by: By, id: string) => {
    const isGone = await db.transaction(async (tx) => {
      const dropped = await dropEntry(tx, by.principal, list, id)
      const audited = { action: 'list.ended', object: id, details: { list } } as const
      if (dropped) await writeAudit(tx, byCaller(by.principal, by.requestId), audited)
      return dropped
    })
    return isGone ? reply(204) : refuse('not-found')
  }

  return [
    mount(addDenyEntry, async ({ request, principal, requestId }) => {
      const sent = request.json
      if (sent.kind === 'face') return refuse('faces-off')
      const listed = listedOf(sent)
      const expiresAt = toExpiry(sent.expiresAt, new Date())
      if (!listed || !expiresAt) return refuse('not-listable')
      const { role, action, evidence, reference = null, expiresAt: expires } = sent
      const asked = { role, action, evidence, reference, expiresAt, expires }
      const entry = await db.transaction(async (tx) => {
        const put = await denyValue({ tx, sealer, principal, requestId }, listed, asked)
        const details = { kind: put.kind, role, does: put.action ?? '', evidence }
        const audited = { action: 'list.denied', object: put.id, details } as const
        await writeAudit(tx, byCaller(principal, requestId), audited)
        return put
      })
      return entry.awaitsSecond ? awaitSecond() : reply(201, toDeny(entry))
    }),
    mount(addAllowEntry, async ({ request, principal, requestId }) => {
      const sent = request.json
      if (sent.kind === 'face') return refuse('faces-off')
      const listed = listedOf(sent)
      const expiresAt = toExpiry(sent.expiresAt, new Date())
      if (!listed || !expiresAt) return refuse('not-listable')
      const { evidence, reference = null } = sent
      const given = { ...decidesNothing, evidence, reference, expiresAt }
      const entry = await db.transaction(async (tx) => {
        const put = await putEntry(tx, sealer, { owner: principal, list: 'allow', listed }, given)
        const details = { kind: put.kind, evidence }
        const audited = { action: 'list.allowed', object: put.id, details } as const
        await writeAudit(tx, byCaller(principal, requestId), audited)
        return put
      })
      return reply(201, toAllow(entry))
    }),
    mount(searchDenyEntries, async ({ request, principal }) => {
      const found = await search('deny', principal, request.json)
      return found ? reply(200, found.map(toDeny)) : refuse('faces-off')
    }),
    mount(searchAllowEntries, async ({ request, principal }) => {
      const found = await search('allow', principal, request.json)
      return found ? reply(200, found.map(toAllow)) : refuse('faces-off')
    }),
    mount(endDenyEntry, ({ request, ...by }) => end('deny', by, request.param.id)),
    mount(endAllowEntry, ({ request, ...by }) => end('allow', by, request.param.id)),
  ]
}
