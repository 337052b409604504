import { z } from 'zod'

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
const nested = <Inner extends z.ZodType>(inner: Inner) =>
  z.union([scalar, z.array(inner), z.record(z.string(), inner)])
/** Nested as deeply as results can be; whether a value fits its module, fact or field is checked later. */
const value = nested(nested(nested(nested(scalar))))
const results = z.array(z.record(z.string(), value))
const ending = z.union([z.enum(['failed', 'skipped']), results])
/** A fault inside a list is reported at its own position, so the list itself gets no message. */
const notGiven = ({ input }: { readonly input?: unknown }) =>
  Array.isArray(input)
    ? undefined
    : 'is a list of its results (of what is brought one: `[{…}]`), `failed`, `skipped`, or `{rounds: […]}` of these'

const code = z.string().max(64)
const answer = z.union([z.boolean(), z.enum(['failed', 'unanswered'])])

const Expected = z.strictObject({
  status: z.enum(['completed', 'partial']).exactOptional(),
  outcome: code.exactOptional(),
  reason: code.exactOptional(),
  unansweredStep: z.string().max(1000).exactOptional().meta({
    description:
      'The id of the condition, or its place, that had no answer; of a row `<table>.<row>`.',
  }),
  output: z
    .record(z.string(), scalar)
    .exactOptional()
    .meta({ description: 'What it says at its end; null where that has no answer.' }),
  ran: z
    .array(z.string())
    .exactOptional()
    .meta({ description: 'The modules and waits that began, by their names, in any order.' }),
  answers: z.record(z.string(), answer).exactOptional().meta({
    description:
      'Of conditions, by their id or their place: `/steps/1`; of rows, by `<table>.<row>`.',
  }),
})

/** One test case: given these results of modules, facts and fields, the expected path and outcome. */
export const PackCase = z.strictObject({
  name: z.string().min(1).max(200),
  results: z
    .record(
      z.string(),
      z.union([ending, z.strictObject({ rounds: z.array(ending).min(1).max(50) })], {
        error: notGiven,
      }),
    )
    .meta({
      description:
        'By the name of a step, its id or else its module: a list of its results, of what is brought (a signal, the answer of a call or form) the one value: `[{approved: true}]`; `failed` or `skipped` where it ends without any, or one of these for each `rounds` in which it runs.',
    }),
  facts: z
    .record(z.string(), z.record(z.string(), value))
    .exactOptional()
    .meta({ description: 'By group, as `facts.<group>.<name>`; what is not there is not known.' }),
  transaction: z
    .record(z.string(), value)
    .exactOptional()
    .meta({ description: 'Its fields, as `transaction.<field>`.' }),
  input: z
    .record(z.string(), value)
    .exactOptional()
    .meta({ description: 'What the run is started with, as `input.<field>`.' }),
  reviews: z
    .record(z.string(), z.enum(['approved', 'rejected']))
    .exactOptional()
    .meta({ description: 'What people decide, by the id of the review step or its place.' }),
  expect: Expected,
})
export type PackCase = z.output<typeof PackCase>

export const caseList = z
  .array(
    PackCase.refine(({ expect }) => Object.keys(expect).length > 0, {
      path: ['expect'],
      error: 'it expects nothing, so that it would always hold',
    }),
  )
  .min(1)
  .max(200)

export const PackCases = z
  .strictObject({ $schema: z.string().exactOptional(), cases: caseList })
  .meta({ id: 'PackCases', description: 'The test cases of a pack, in a file beside it.' })
export type PackCases = z.output<typeof PackCases>
