// The routes of what prevents an erasure: the class of relationship, which selects the duty, and legal holds.
import { z } from 'zod'
import type { ErasureDeps } from './deps.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { lockKept } from '#src/journey/transaction/lock.ts'
import { findTransaction, readerNow } from '#src/journey/transaction/store.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { Problem } from '#src/platform/errors.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { AwaitingSecond, awaitSecond, isSecond } from '#src/platform/two-people/ask.ts'
import { dutyUntil, prolong, type Relationship as Stored } from './rules.ts'
import { Hold, HoldRequest, Relationship, RelationshipRequest } from './schema.ts'
import {
  dropHold,
  findHold,
  type Hold as StoredHold,
  putHold,
  putRelationship,
  readRelationship,
  reasonContext,
} from './store.ts'

const tag = 'Erasure'
const param = z.object({ id: z.uuid().meta({ description: 'The transaction.' }) })

const relateRoute = defineRoute({
  method: 'put',
  paths: ['/v1/transaction/{id}/relationship'],
  operationId: 'putRelationship',
  summary: 'Say how the client stands to the person',
  description:
    'An applicant, a customer since then, or a fraud: how long the law wants each kept is a setting of the tenant.',
  tag,
  request: { param, json: RelationshipRequest },
  responses: { 200: { description: 'What follows.', body: Relationship } },
  problems: ['not-found'],
})

const holdRoute = defineRoute({
  method: 'put',
  paths: ['/v1/transaction/{id}/hold'],
  operationId: 'holdTransaction',
  summary: 'Put a transaction under a legal hold',
  description:
    'Nothing of it is erased while it holds, by nobody and by no retention. Sent again it is prolonged, and never shortened.',
  tag,
  scope: 'data:hold',
  request: { param, json: HoldRequest },
  responses: { 200: { description: 'It holds.', body: Hold } },
  problems: ['not-found'],
})

const readRoute = defineRoute({
  method: 'get',
  paths: ['/v1/transaction/{id}/hold'],
  operationId: 'readHold',
  summary: 'Read the legal hold of a transaction',
  description: 'Since when, until when and why nothing of it is erased; 404 where none applies.',
  tag,
  scope: 'data:hold',
  request: { param },
  responses: { 200: { description: 'It holds.', body: Hold } },
  problems: ['not-found'],
})

const liftRoute = defineRoute({
  method: 'delete',
  paths: ['/v1/transaction/{id}/hold'],
  operationId: 'liftHold',
  summary: 'Lift a legal hold',
  description:
    'It takes two people: the first is answered 202, and the hold goes on until the second asks.',
  tag,
  scope: 'data:hold',
  request: { param },
  responses: {
    202: { description: 'The first of two people has asked.', body: AwaitingSecond },
    204: { description: 'It is lifted.' },
  },
  problems: ['not-found', 'person-needed'],
})

const isOver = () =>
  new Problem('invalid-request', {
    faults: [{ pointer: '#/until', code: 'too-small', detail: 'must be in the future' }],
  })

export function dutyRoutes(deps: ErasureDeps): Mounted[] {
  const { reads, sealer, tenants } = deps
  const show = (locked: Locked, said: Stored) => {
    const policy = tenants.of(locked.tenant).data
    const until = dutyUntil(policy, said, locked.createdAt.getTime())
    return {
      class: said.class,
      ...(said.endedAt !== null && { endedAt: new Date(said.endedAt).toISOString() }),
      ...(until > 0 && until < Infinity && { keptUntil: new Date(until).toISOString() }),
    }
  }
  return [
    mountChange(deps, relateRoute, async ({ request, principal, requestId, tx }) => {
      const { class: of, endedAt } = request.json
      const locked = await lockKept(tx, principal, request.param.id)
      if (!locked) return refuse('not-found')
      const known = await readRelationship(tx, locked)
      const setAt = known.class === of ? known.setAt : locked.now.getTime()
      const ended = endedAt === undefined ? null : new Date(endedAt).getTime()
      const said = { class: of, endedAt: ended, setAt }
      await putRelationship(tx, locked.id, said)
      await writeAudit(tx, byCaller(principal, requestId), {
        action: 'data.classified',
        transactionId: locked.id,
        details: { class: of, ended: ended !== null },
      })
      return reply(200, show(locked, said))
    }),
    mountChange(deps, holdRoute, async ({ request, principal, requestId, tx }) => {
      const { reason, until } = request.json
      const locked = await lockKept(tx, principal, request.param.id)
      if (!locked) return refuse('not-found')
      if (until !== undefined && new Date(until) <= locked.now) throw isOver()
      const found = await findHold(tx, locked)
      const known = found && { until: found.until?.getTime() ?? null }
      const asked = until === undefined ? null : new Date(until).getTime()
      const holds = prolong(known, asked, locked.now.getTime())
      const key = await openDataKey(sealer, locked)
      const hold = {
        transactionId: locked.id,
        reason: sealer.seal(key, reasonContext(locked), reason),
        until: holds === null ? null : new Date(holds),
        setAt: locked.now,
        setBy: principal.actor ?? null,
      }
      await putHold(tx, hold)
      await writeAudit(tx, byCaller(principal, requestId), {
        action: 'data.held',
        transactionId: locked.id,
        details: { until: hold.until?.toISOString() ?? 'lifted' },
      })
      return reply(200, showHold(hold, reason))
    }),
    mount(readRoute, async ({ request, principal }) => {
      const found = await findTransaction(reads, principal, request.param.id)
      const hold = found && (await findHold(reads, { id: found.id, now: readerNow(found) }))
      if (!hold) return refuse('not-found')
      const key = await openDataKey(sealer, found)
      return reply(
        200,
        showHold(hold, sealer.unseal<string>(key, reasonContext(found), hold.reason)),
      )
    }),
    mountChange(deps, liftRoute, async ({ request, principal, requestId, tx }) => {
      const locked = await lockKept(tx, principal, request.param.id)
      const hold = locked && (await findHold(tx, locked))
      if (!hold) return refuse('not-found')
      const action = 'data.hold-lifted'
      // The confirmation applies to this hold alone; a hold that was set since is another one.
      const content = { setAt: hold.setAt }
      const asked = { principal, requestId, action, object: locked.id, content }
      if (!(await isSecond(tx, sealer, asked))) return awaitSecond()
      await dropHold(tx, locked.id)
      const audited = { action, transactionId: locked.id } as const
      await writeAudit(tx, byCaller(principal, requestId), audited)
      return reply(204)
    }),
  ]
}

const showHold = ({ setAt, until }: StoredHold, reason: string) => ({
  reason,
  setAt: setAt.toISOString(),
  ...(until !== null && { until: until.toISOString() }),
})
