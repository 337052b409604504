import { z } from 'zod'
import { AnsweredForm } from './answers-schema.ts'
import { ShownChild, ShownRow } from '#src/packs/runs/schema.ts'
import { moment } from '#src/platform/moment-schema.ts'
import { signNames } from './rules.ts'
import { cursorField, pageLimit } from '#src/platform/page-schema.ts'

const code = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a code of small letters, digits and hyphens')

export const reviewParam = z.object({ id: z.uuid().meta({ description: 'The review.' }) })

const outcome = z.enum(['approved', 'rejected', 'again']).meta({
  description: '`again`: what `modules` names is done anew, and what asked about it decided anew.',
})

const head = {
  id: z.uuid(),
  transactionId: z.uuid(),
  source: z
    .enum(['pack', 'link'])
    .meta({ description: 'What came to it: the run of a pack, or a step of a verification link.' }),
  pack: z.string().meta({ description: 'With its version.', example: 'onboarding@3' }),
  runId: z.uuid().exactOptional(),
  linkId: z.uuid().exactOptional(),
  step: z.string().exactOptional().meta({ description: 'Of the pack or of the link.' }),
  title: z.string().exactOptional().meta({ description: 'As the step of the pack says.' }),
  who: z.string().exactOptional().meta({ description: 'Whose it is, as its step says.' }),
  because: z.string().meta({ description: 'Why it is here, a code of the pack or of the link.' }),
  status: z.enum(['open', 'decided', 'superseded', 'cancelled', 'erased']),
  priority: z.enum(['normal', 'overdue']).meta({
    description: 'A deadline that has passed makes it urgent, and decides nothing.',
  }),
  openedAt: z.iso.datetime(),
  deadlineAt: z.iso.datetime(),
  claimedUntil: z.iso
    .datetime()
    .exactOptional()
    .meta({ description: 'Somebody has it in hand until then.' }),
  claimedBy: z
    .string()
    .exactOptional()
    .meta({ description: 'Who has it in hand: a keyed hash of a subject, or the id of a key.' }),
  isYours: z.boolean().meta({ description: 'The caller has it in hand.' }),
  awaitsSecond: z.boolean().meta({ description: 'The first of two people has decided.' }),
  people: z.literal([1, 2]).meta({
    description:
      'How many its step demands, whatever is seen; of a decided review how many decided.',
  }),
  reasons: z
    .array(z.string())
    .exactOptional()
    .meta({ description: 'To choose from; without them any code is a reason.' }),
  appealOf: z
    .uuid()
    .exactOptional()
    .meta({ description: 'The decision that is appealed against.' }),
  decision: z
    .object({
      outcome,
      reasons: z.array(z.string()),
      at: z.iso.datetime(),
      by: z.string().meta({ description: 'A keyed hash of a subject, or the id of a key.' }),
    })
    // It has an id of its own, because generators would merge it with another schema of the same name.
    .meta({ id: 'ReviewResult', description: 'What was decided, by whom.' })
    .exactOptional(),
}

const example = {
  id: '019a9f3c-9a2e-7c11-b3a5-6d1f0a9e7b42',
  transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
  source: 'pack' as const,
  pack: 'onboarding@3',
  runId: '019a9f3c-8d2f-7c7b-8e1f-3a5c9d7e2f46',
  because: 'list-hit',
  status: 'open' as const,
  priority: 'normal' as const,
  openedAt: '2026-11-20T14:03:27.123Z',
  deadlineAt: '2026-11-21T14:03:27.123Z',
  isYours: false,
  awaitsSecond: false,
  people: 1 as const,
}

export const Review = z
  .object(head)
  .meta({ id: 'Review', description: 'What a person is to decide, or has decided.', example })
export type Review = z.output<typeof Review>

export const ReviewPage = z
  .object({
    reviews: z.array(Review),
    next: z.string().exactOptional().meta({ description: 'For `cursor`, where there are more.' }),
    mayPick: z.boolean().meta({
      description:
        'The tenant’s settings let people pick from the queue (`POST …/{id}/claim`); else they are handed out.',
    }),
  })
  .meta({ id: 'ReviewPage', description: 'Reviews in the order in which they came.' })
export type ReviewPage = z.output<typeof ReviewPage>

export const ReviewComment = z
  .object({
    id: z.uuid(),
    by: z.string().meta({ description: 'A keyed hash of a subject, or the id of a key.' }),
    at: z.iso.datetime(),
    text: z.string(),
  })
  .meta({
    id: 'ReviewComment',
    description: 'What somebody wrote about a review.',
    example: {
      id: '019a9f3c-9b3f-7d22-84b6-7e2f1b0f8c53',
      by: 'c1d9f50f86825a1a',
      at: '2026-11-20T14:10:02.500Z',
      text: 'Asked the branch for the original.',
    },
  })

export const CommentRequest = z
  .object({ text: z.string().trim().min(1).max(2_000).meta({ description: 'Kept sealed.' }) })
  .meta({
    id: 'CommentRequest',
    description: 'A comment.',
    example: { text: 'Asked the branch for the original.' },
  })

const scalar = z.union([z.boolean(), z.number(), z.string()])
const value = z.union([scalar, z.array(scalar)])
const Seen = z.object({
  fact: z.string().meta({
    description: 'A fact; of what decided also a field of a result, as its pack writes it.',
    example: 'liveness.status',
  }),
  value: value.meta({ description: '`unknown`: it is read, and absent.' }),
  saw: value
    .exactOptional()
    .meta({ description: 'What the run saw, where it was another.', example: 'unknown' }),
  decided: z
    .literal(true)
    .exactOptional()
    .meta({ description: 'It made the condition answer as it did that has led here.' }),
})

export const ReviewDetail = z
  .object({
    ...head,
    against: z.array(z.enum(signNames)).meta({
      description:
        'Approving against these takes two people, always; of a decided review those that there were then. `evidence-missing`: what the run saw was more than may be kept, or is not kept, so no other sign can be ruled out.',
    }),
    again: z.array(z.string()).meta({
      description:
        'Steps that can be done anew, by their names: modules, lists, and what is waited for, called or asked.',
    }),
    modules: z
      .record(z.string(), z.string())
      .meta({ description: 'How far each module of the run has come.' }),
    seen: z.array(Seen).meta({
      description:
        'What decided comes first, then what else that condition read, then the facts of the groups that the pack reads: codes, counts and yes or no. As they are now, of a decided review as they were then.',
    }),
    rows: z.array(ShownRow).exactOptional().meta({
      description:
        'Of the tables of its run every row but `approved` ones that holds or is unknown, as the answer of the pack has them.',
    }),
    answers: z
      .array(AnsweredForm)
      .exactOptional()
      .meta({ description: 'What was answered in the forms of its run.' }),
    awaiting: z
      .object({
        by: z.string().meta({ description: 'Who was the first: as `claimedBy`.' }),
        until: z.iso.datetime().exactOptional().meta({
          description: 'The second decides the same until then; later it takes two again.',
        }),
      })
      .exactOptional()
      .meta({ description: 'The first of two people has decided, whose outcome is not told.' }),
    comments: z.array(ReviewComment).meta({ description: 'The oldest first.' }),
    evidence: z
      .array(
        z.object({
          kind: z.enum(['transaction', 'timeline', 'pack', 'selfie', 'document']),
          href: z.string(),
        }),
      )
      .meta({
        description:
          'Where the rest is read, with the scopes of those operations; pictures stand here for a credential with `images:read`.',
      }),
    children: z.record(z.string(), z.array(ShownChild)).exactOptional().meta({
      description:
        'Of the steps of the run that make a transaction for each element of a list: what became of them by now.',
    }),
    note: z.string().exactOptional().meta({ description: 'What was written about the decision.' }),
  })
  .meta({
    id: 'ReviewDetail',
    description: 'A review with what there is to see.',
    example: {
      ...example,
      against: ['sanctioned' as const],
      again: ['backgroundCheck'],
      modules: { backgroundCheck: 'completed' },
      seen: [{ fact: 'checks.sanctioned', value: true, decided: true as const }],
      comments: [],
      evidence: [
        { kind: 'timeline' as const, href: `/v1/transaction/${example.transactionId}/timeline` },
      ],
    },
  })
export type ReviewDetail = z.output<typeof ReviewDetail>

export const DecideReview = z
  .object({
    outcome,
    modules: z
      .array(z.string().min(1).max(64))
      .max(50)
      .exactOptional()
      .meta({ description: 'Of `again`: what is done anew, one at least.' }),
    reasons: z.array(code).min(1).max(10).meta({ description: 'Codes, one at least.' }),
    note: z.string().max(1_000).exactOptional().meta({ description: 'Kept sealed.' }),
  })
  .meta({
    id: 'DecideReview',
    description: 'What a person has decided, and why.',
    example: { outcome: 'approved', reasons: ['other-person'] },
  })
export type DecideReview = z.output<typeof DecideReview>

export const ReviewsQuery = z.object({
  status: z.enum(['open', 'decided']).optional().meta({
    description: 'Without it `open`; with `transactionId` all that there were.',
    example: 'open',
  }),
  transactionId: z.uuid().optional().meta({ description: 'Those of this transaction alone.' }),
  claimed: z.enum(['mine', 'others', 'nobody']).optional().meta({
    description: 'By whom they are in hand.',
    example: 'nobody',
  }),
  claimedBy: z.string().max(100).optional().meta({
    description: 'In the hands of this one alone, as `claimedBy` of a review; not with `claimed`.',
  }),
  who: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Those of these people alone, as their step says.' }),
  pack: z
    .string()
    .max(120)
    .optional()
    .meta({ description: 'A name, or a name with its version.', example: 'onboarding' }),
  because: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Why they are here.', example: 'list-hit' }),
  overdue: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Open ones whose deadline has passed, or has not.', example: 'true' }),
  openedBefore: moment.optional().meta({ description: 'Opened before then.' }),
  order: z
    .enum(['oldest', 'newest'])
    .optional()
    .meta({ description: 'Without it the oldest first.', example: 'newest' }),
  cursor: cursorField,
  limit: pageLimit(500, 100),
})

export const NextReview = z
  .object({ who: code.exactOptional().meta({ description: 'Those of these people alone.' }) })
  .meta({
    id: 'NextReview',
    description: 'Which reviews are asked for.',
    example: { who: 'fraud' },
  })
