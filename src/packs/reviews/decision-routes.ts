// The routes for decisions of reviews, and for appeals against them.
import type { ReviewDeps } from './source.ts'
import { mountChange } from '#src/journey/commit/change.ts'
import { Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted } from '#src/platform/http/route.ts'
import { AwaitingSecond, awaitSecond } from '#src/platform/two-people/ask.ts'
import { appeal } from './appeal.ts'
import { decideReview } from './decide.ts'
import type { Offer } from './rules.ts'
import { DecideReview, Review, reviewParam } from './schema.ts'
import { toWire } from './show.ts'
import { findReview } from './store.ts'

const base = { tag: 'Reviews', scope: 'reviews:write', method: 'post' } as const

const decideRoute = defineRoute({
  ...base,
  paths: ['/v1/reviews/{id}/decision'],
  operationId: 'decideReview',
  summary: 'Decide a review',
  description:
    'By whoever has it in hand. It is the outcome of the run, or of the step of the link, from then on. Approving against a spoof, a refused document, faces that do not match, a sanction or a denial, or where what the run saw is not kept, takes two people, always; so does what the step of the pack demands two for. An appeal is decided by a person who signed in.',
  request: { param: reviewParam, json: DecideReview },
  responses: {
    200: { description: 'It is decided.', body: Review },
    202: { description: 'The first of two people has decided.', body: AwaitingSecond },
  },
  problems: ['not-found', 'person-needed', 'decided', 'not-yours'],
})

const appealRoute = defineRoute({
  ...base,
  paths: ['/v1/reviews/{id}/appeal'],
  operationId: 'appealReview',
  summary: 'Appeal against a decision',
  description:
    'Another person decides: the appeal comes to the queue as a review of its own, which a person who signed in gets, and nobody who took part in deciding before; where a program has decided, whoever appeals does not get it either. Until then the decision stands. The same appeal again is answered with the one that there is.',
  request: { param: reviewParam },
  responses: { 201: { description: 'The review of the appeal.', body: Review } },
  problems: ['not-found', 'person-needed', 'not-decided'],
})

export function decisionRoutes(deps: ReviewDeps): Mounted[] {
  return [
    mountChange(deps, decideRoute, async ({ request, principal, requestId, tx, lock }) => {
      const { id } = request.param
      const { outcome: verdict, modules = [], reasons, note } = request.json
      const found = await findReview(tx, principal, id)
      if (!found) return refuse('not-found')
      const locked = await lock(found.transactionId)
      const review = await findReview(tx, principal, id)
      if (!review) return refuse('not-found')
      checkReasons(review.offer, reasons)
      if (verdict === 'again' && modules.length === 0) throw faulty('#/modules', 'required')
      const given = { verdict, modules, reasons, note }
      const decided = await decideReview({ ...deps, tx, locked }, review, given, {
        principal,
        requestId,
      })
      if (decided === 'awaiting') return awaitSecond()
      if (decided === 'unknown-module') throw faulty('#/modules', 'not-allowed')
      if (decided !== 'done') return refuse(decided)
      return reply(200, toWire((await findReview(tx, principal, id)) ?? review, principal))
    }),
    mountChange(deps, appealRoute, async ({ request, principal, requestId, tx, lock }) => {
      const { id } = request.param
      const found = await findReview(tx, principal, id)
      if (!found) return refuse('not-found')
      const locked = await lock(found.transactionId)
      if (principal.person === undefined) return refuse('person-needed')
      const opened = await appeal({ ...deps, tx, locked }, id, { principal, requestId })
      if (opened === 'not-decided') return refuse('not-decided')
      const review = await findReview(tx, principal, opened)
      return review ? reply(201, toWire(review, principal)) : refuse('not-found')
    }),
  ]
}

function checkReasons({ reasons: offered }: Offer, reasons: readonly string[]): void {
  const at = offered ? reasons.findIndex((one) => !offered.includes(one)) : -1
  if (at >= 0) throw faulty(`#/reasons/${at}`, 'not-allowed')
}

const details = {
  required: 'must name what is done anew',
  'not-allowed': 'must be one of those that the review offers',
} as const

const faulty = (pointer: string, code: keyof typeof details): Problem =>
  new Problem('invalid-request', { faults: [{ pointer, code, detail: details[code] }] })
