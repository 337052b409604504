// The routes that hand out a review, prolong a claim and give it back. A reviewer chooses one only where the tenant’s
// settings let them.
import type { ReviewDeps } from './source.ts'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { answerOnce } from '#src/platform/idempotency/store.ts'
import { readKey } from '#src/platform/idempotency/read-key.ts'
import { actorOf } from './decide.ts'
import { claimSeconds, isForPeople } from './rules.ts'
import { NextReview, Review, reviewParam } from './schema.ts'
import { toWire } from './show.ts'
import { claimNext, claimPicked, prolongClaim, releaseClaim, tookPart } from './claims.ts'
import { findReview } from './store.ts'

const base = { tag: 'Reviews', scope: 'reviews:write', method: 'post' } as const
const minutes = claimSeconds / 60

const nextRoute = defineRoute({
  ...base,
  paths: ['/v1/reviews/next'],
  operationId: 'claimNextReview',
  summary: 'Get the next review to decide',
  description: `The most urgent that nobody has in hand, for ${minutes} minutes; whoever has one already gets that. Left alone, it comes back to the queue. An appeal is handed to a person who signed in, who took no part in deciding before.`,
  request: { json: NextReview.optional() },
  responses: {
    200: { description: 'It is the caller’s for a while.', body: Review },
    204: { description: 'There is none for the caller.' },
  },
  problems: [],
})

const claimRoute = defineRoute({
  ...base,
  paths: ['/v1/reviews/{id}/claim'],
  operationId: 'prolongClaim',
  summary: 'Keep a review in hand',
  description: `For ${minutes} more minutes from now. One that the caller does not have: 409 \`not-yours\`; where the tenant’s settings let people pick (\`reviews.picking\`), one that nobody has in hand becomes the caller’s, but for whoever took part in deciding it: 409 \`took-part\`.`,
  request: { param: reviewParam },
  responses: { 200: { description: 'It is the caller’s, from now.', body: Review } },
  problems: ['not-found', 'person-needed', 'decided', 'not-yours', 'took-part'],
})

const releaseRoute = defineRoute({
  ...base,
  paths: ['/v1/reviews/{id}/release'],
  operationId: 'releaseReview',
  summary: 'Give a review back',
  description:
    'To the queue, undecided: the next who asks may get it. One that the caller does not have: 409 `not-yours`.',
  request: { param: reviewParam },
  responses: { 200: { description: 'Nobody has it in hand.', body: Review } },
  problems: ['not-found', 'decided', 'not-yours'],
})

export function claimRoutes({ db, sealer, tenants }: ReviewDeps): Mounted[] {
  return [
    mount(nextRoute, async (call) => {
      const { principal, request, requestId } = call
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, nextRoute, call, principal), async () => {
          const { who } = request.json ?? {}
          const object = await claimNext(tx, principal, actorOf(principal), who)
          const review = object && (await findReview(tx, principal, object))
          if (!review) return reply(204)
          const { transactionId } = review
          const audited = { action: 'review.claimed', object, transactionId } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return reply(200, toWire(review, principal))
        }),
      )
    }),
    mount(claimRoute, async (call) => {
      const { principal, request, requestId } = call
      const { id } = request.param
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, claimRoute, call, principal), async () => {
          const actor = actorOf(principal)
          const isKept = await prolongClaim(tx, principal, id, actor)
          const review = await findReview(tx, principal, id)
          if (!review) return refuse('not-found')
          if (review.closedAt !== null) return refuse('decided')
          if (isForPeople(review) && principal.person === undefined) return refuse('person-needed')
          if (isKept) return reply(200, toWire(review, principal))
          if (!tenants.of(principal.tenant).reviews.picking) return refuse('not-yours')
          if (await tookPart(tx, id, actor)) return refuse('took-part')
          if (!(await claimPicked(tx, principal, id, actor))) return refuse('not-yours')
          const { transactionId } = review
          const audited = { action: 'review.claimed', object: id, transactionId } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return reply(200, toWire((await findReview(tx, principal, id)) ?? review, principal))
        }),
      )
    }),
    mount(releaseRoute, async (call) => {
      const { principal, request, requestId } = call
      const { id: object } = request.param
      return db.transaction((tx) =>
        answerOnce(tx, readKey(sealer, releaseRoute, call, principal), async () => {
          const isGiven = await releaseClaim(tx, principal, object, actorOf(principal))
          const review = await findReview(tx, principal, object)
          if (!review) return refuse('not-found')
          if (review.closedAt !== null) return refuse('decided')
          if (!isGiven) return refuse('not-yours')
          const { transactionId } = review
          const audited = { action: 'review.released', object, transactionId } as const
          await writeAudit(tx, byCaller(principal, requestId), audited)
          return reply(200, toWire(review, principal))
        }),
      )
    }),
  ]
}
