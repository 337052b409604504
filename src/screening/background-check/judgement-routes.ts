// A person judges whether a hit is about the subject; for a list of sanctions two people must agree.
import { z } from 'zod'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted } from '#src/platform/http/route.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { AwaitingSecond, awaitSecond, isSecond } from '#src/platform/two-people/ask.ts'
import {
  type Hit,
  hitIdsOf,
  type HitOrigin,
  insertJudgement,
  listHits,
} from '#src/screening/answers/judgements.ts'
import { checkHitJudged } from '#src/screening/checks/kinds.ts'
import { listKindsOf } from '#src/screening/answers/kinds-of-hits.ts'
import { findCheck, listOrders, readResult, readSubject } from '#src/screening/orders/store.ts'
import { JudgedHit, JudgeHit } from './judgement-schema.ts'
import { module, originOf } from './record.ts'

const judgeHit = defineRoute({
  method: 'post',
  paths: ['/v1/transaction/{id}/backgroundcheck/{backgroundCheckId}/hits/{hitId}/judgement'],
  operationId: 'judgeHit',
  summary: 'Judge a hit',
  description:
    'Whether an entry of a list or a record is about the subject. A hit of a list of sanctions is judged by two people: the first is answered with 202, and nothing has changed.',
  tag: 'Background check',
  scope: 'reviews:write',
  request: {
    param: z.object({
      id: z.uuid().meta({ description: 'The transaction.' }),
      backgroundCheckId: z.uuid().meta({ description: 'The check.' }),
      hitId: z
        .string()
        .regex(/^[\w-]{1,64}$/)
        .meta({ description: '`hitId` of the hit.', example: 'r5UuS4iAC1b0m0o6gq8u2g' }),
    }),
    json: JudgeHit,
  },
  responses: {
    200: { description: 'It is judged.', body: JudgedHit },
    202: { description: 'Somebody else must judge the same.', body: AwaitingSecond },
  },
  problems: ['not-found', 'person-needed'],
})

export function judgementRoutes(deps: ScreeningDeps): Mounted[] {
  const { sealer } = deps
  return [
    mountChange(deps, judgeHit, async ({ request, principal, requestId, tx, lock }) => {
      const { id, backgroundCheckId, hitId } = request.param
      const locked = await lock(id)
      const found = await findHit({ tx, sealer, locked }, backgroundCheckId, hitId)
      if (!found) return refuse('not-found')
      const { origin, hit } = found
      const { judgement } = request.json
      const asked = { principal, requestId, action: 'hit.judged', object: hitId }
      const content = { id, backgroundCheckId, judgement }
      if (takesTwo(origin, hit) && !(await isSecond(tx, sealer, { ...asked, content })))
        return awaitSecond()
      const { judgedAt, expiresAt } = await insertJudgement(
        { tx, sealer, locked },
        origin,
        hit,
        request.json,
      )
      await writeAudit(tx, byCaller(principal, requestId), {
        action: 'hit.judged',
        object: hitId,
        transactionId: id,
        details: { judgement, service: origin.service },
      })
      const entry = { module, ref: backgroundCheckId } as const
      append(locked, { kind: checkHitJudged, ...entry, code: judgement, reason: origin.service })
      return reply(200, {
        hitId,
        judgement,
        at: judgedAt.toISOString(),
        until: expiresAt.toISOString(),
      })
    }),
  ]
}

const takesTwo = ({ service }: HitOrigin, hit: Hit): boolean =>
  'topics' in hit && listKindsOf(service, hit).includes('sanction')

async function findHit(
  { tx, sealer, locked }: { readonly tx: Db; readonly sealer: Sealer; readonly locked: Locked },
  checkId: string,
  hitId: string,
): Promise<{ readonly origin: HitOrigin; readonly hit: Hit } | undefined> {
  const check = await findCheck(tx, checkId)
  if (!check || check.transactionId !== locked.id || check.module !== module) return undefined
  const subject = await readSubject(sealer, locked, check)
  const orders = await listOrders(tx, checkId)
  for (const order of orders.toReversed()) {
    const answer = await readResult(sealer, locked, order)
    const origin = originOf(check, order, subject)
    const hit =
      answer &&
      listHits(answer).find((one) => hitIdsOf(sealer, checkId, origin, one).includes(hitId))
    if (hit) return { origin, hit }
  }
  return undefined
}
