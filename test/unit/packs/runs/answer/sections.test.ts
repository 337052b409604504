import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealed } from '#src/platform/db/columns.ts'
import {
  answerSchema,
  packAnswerSchema,
  readAnswer,
  readSections,
  type RunContext,
} from '#src/packs/runs/answer/sections.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { answerCondition } from '#src/packs/conditions/conditions.ts'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import { computes, defineModule, ModuleStatus } from '#src/journey/capabilities/module.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { definePack, module, parallel, sequence, stop, when } from '#test/support/packs/build.ts'

const score = { key: 'score' } as const
const faces = { key: 'facialBiometrics' } as const
const documents = { key: 'aiDocs' } as const

const onboarding = definePack(
  'onboarding',
  1,
  sequence(
    parallel(module(score, { deadlineSeconds: 30 }), module(faces, { onFailure: 'fail' })),
    when([score], 'score.results[0].value < 800', module(documents), stop('rejected', 'high')),
  ),
)

const runs = computes(async () => {})
const scores = defineModule(
  score,
  z.object({ value: z.number() }),
  async (_, { transaction, runId, moduleStatus }) => ({
    moduleStatus,
    results: transaction.id === 't' && runId === 'r' ? [{ value: 700 }] : [],
  }),
  { runs, seen: { value: 'double' } },
)
const liveness = defineModule(
  faces,
  z.object({ livenessStatus: z.int() }),
  async () => ({ moduleStatus: 'processing', results: [] }),
  { runs },
)
const offered = [
  scores,
  liveness,
  defineModule(
    documents,
    z.object({ status: z.string() }),
    async () => ({ moduleStatus: 'pending', results: [] }),
    { runs },
  ),
]
const db = {} as Db
const sealer = createSealer(openKeyring(createKeyring()))
const context: RunContext = {
  sealer,
  transaction: {
    id: 't',
    tenant: 'acme',
    mode: 'sandbox',
    key: { keyId: 'k', wrapped: Buffer.of() },
    fields: Buffer.of() as unknown as Sealed,
    clockOffsetMs: 0,
  },
  runId: 'r',
  statuses: { score: 'completed', facialBiometrics: 'processing' },
}

describe('the answer of a pack', () => {
  test('has exactly the modules of the pack, each with its own type', async () => {
    const answer = await readAnswer(db, onboarding, offered, context)
    expectTypeOf(answer.score.results).toEqualTypeOf<{ value: number }[]>()
    // @ts-expect-error rating is no module of this pack
    expect(answer.rating).toBeUndefined()
    expect(answer).toEqual({
      score: { moduleStatus: 'completed', results: [{ value: 700 }] },
      facialBiometrics: { moduleStatus: 'processing', results: [] },
      aiDocs: { moduleStatus: 'pending', results: [] },
    })
  })

  test('shows a module of which the run knows nothing yet as pending', async () => {
    const small = definePack('small', 1, module(score))
    const none = { ...context, statuses: {} }
    expect((await readAnswer(db, small, offered, none)).score.moduleStatus).toBe('pending')
  })

  test('is refused when a reader gives what its schema does not say', async () => {
    const wrong = { ...scores, result: z.object({ value: z.number().max(100) }) }
    const small = definePack('small', 1, module(score))
    await expect(readAnswer(db, small, [wrong], context)).rejects.toThrow('too_big')
  })

  test('needs every module of the pack to be offered', () => {
    // @ts-expect-error facialBiometrics and aiDocs are in the pack and not offered
    expect(() => answerSchema(onboarding, [scores])).toThrow('no module facialBiometrics')
  })

  test('is, for all packs, one schema whose sections are optional', () => {
    const schema = packAnswerSchema(offered)
    expectTypeOf<z.output<typeof schema>['score']>().toEqualTypeOf<
      | {
          moduleStatus: z.output<typeof schema.shape.score>['moduleStatus']
          results: { value: number }[]
        }
      | undefined
    >()
    expect(schema.parse({})).toEqual({})
    const one = { score: { moduleStatus: 'completed', results: [{ value: 1 }] } }
    expect(schema.parse(one)).toEqual(one)
    for (const moduleStatus of ModuleStatus.options)
      expect(schema.safeParse({ score: { moduleStatus, results: [] } }).success).toBe(true)
    expect(schema.safeParse({ score: { moduleStatus: 'done', results: [] } }).success).toBe(false)
    expect(z.toJSONSchema(schema)).not.toHaveProperty('required')
  })
})

defineModule(
  score,
  z.object({ value: z.number() }),
  // @ts-expect-error a reader gives what the schema says
  async () => ({ moduleStatus: 'completed', results: [{ value: 'a' }] }),
  { runs },
)

defineModule(score, z.object({ value: z.number() }), scores.read, {
  runs,
  // @ts-expect-error a condition sees fields of the result only
  seen: { rank: 'double' },
})

const vocabulary = { offered, facts: { variables: {} } }
const sightOf = (given: RunContext) => ({
  section: async (name: string) => {
    const steps = new Map([[name, { module: name }]])
    const { [name]: found } = await readSections(db, steps, offered, given)
    return found ?? { moduleStatus: 'pending' as const, results: [] }
  },
  facts: async () => ({}),
  transaction: async () => ({}),
})
const answerAt = (at: { pack: Pack; path: string }, given: RunContext = context) =>
  answerCondition(sightOf(given), at, vocabulary)

describe('a condition over the results of modules', () => {
  const path = '/steps/1'

  test('is answered from what the readers give', async () => {
    expect(await answerAt({ pack: onboarding, path })).toBe(true)
  })

  test('is found wherever it stands in the composition', async () => {
    const deep = definePack(
      'deep',
      1,
      sequence(
        ...Array.from({ length: 11 }, (_, index) => module({ key: `m${index}` })),
        module(score),
        when(
          [score],
          'false',
          stop('rejected', 'x'),
          when([score], 'score.results.size() == 1', stop('rejected', 'y')),
        ),
      ),
    )
    const at = { pack: deep, path: '/steps/12/otherwise' }
    expect(await answerAt(at)).toBe(true)
    for (const wrong of [
      '',
      '/steps/1',
      '/steps/120',
      '/steps/12/run',
      '/steps/12/otherwise/run/x',
    ])
      await expect(answerAt({ pack: deep, path: wrong })).rejects.toThrow('no condition at')
  })

  test('whose data are absent is unanswered, and never a no', async () => {
    const other = { ...context, transaction: { ...context.transaction, id: 'other' } }
    expect(await answerAt({ pack: onboarding, path }, other)).toBe('unanswered')
  })

  test('sees of facts and results that came with a later release what it knows, and no more', async () => {
    const known = { liveness: { record: { status: 'double' } } } as const
    const condition = 'facts.liveness.status == 1.0 && score.results[0].value >= 0.0'
    const pack = definePack('old', 1, sequence(module(score), when([score], condition, stop('approved', 'x')))) // prettier-ignore
    const later = {
      ...sightOf(context),
      section: async () => ({
        moduleStatus: 'completed' as const,
        results: [{ value: 7, grade: { of: 'a later release' } }],
      }),
      facts: async () => ({ liveness: { status: 1, depth: [0.5] }, wallet: { known: true } }),
    }
    const at = { pack, path }
    const facts = { variables: known }
    expect(await answerCondition(later, at, { offered, facts })).toBe(true)
  })

  test('that the engine no longer takes fails, and is never a no', async () => {
    const root = sequence(module(score), when([score], 'score.gone', stop('rejected', 'x')))
    const outdated = definePack('outdated', 1, root)
    expect(await answerAt({ pack: outdated, path })).toBe('failed')
  })

  test('is checked against the modules it asks about before a version is taken', () => {
    expect(findUnofferedFaults(onboarding, vocabulary)).toEqual([])
    const faulty = definePack(
      'faulty',
      1,
      sequence(
        parallel(module(score), module(faces), module({ key: 'rating' })),
        when([score], 'facialBiometrics.results.size() == 0', stop('rejected', 'other')),
        when([score], 'score.results[0].values > 1', stop('rejected', 'typo')),
      ),
    )
    expect(findUnofferedFaults(faulty, vocabulary).map(({ pointer }) => pointer)).toEqual([
      '/steps/0/steps/2/module',
      '/steps/1/condition',
      '/steps/2/condition',
    ])
  })
})
