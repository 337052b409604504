// Steps that call a system of the tenant: what of them is refused, their cases with coverage, their drawing, and what
// another version makes of a run.
import { expect, test } from 'vitest'
import { coverageOf } from '#src/packs/cases/coverage.ts'
import { runCase } from '#src/packs/cases/run.ts'
import type { PackCase } from '#src/packs/cases/schema.ts'
import { evaluateSent } from '#src/packs/conditions/conditions.ts'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import { findFaults } from '#src/packs/document/faults/faults.ts'
import type { CallStep, Pack, Step } from '#src/packs/document/pack.ts'
import { drawPack, drawRun } from '#src/packs/drawing/draw.ts'
import { markOf, stepKey, withBrought } from '#src/packs/runs/evidence/evidence.ts'
import { bareVocabulary, evaluateOver, packOf } from '#test/support/packs/own-pack.ts'

const spare: CallStep = {
  kind: 'call',
  id: 'spare',
  to: 'spare-core',
  result: { type: 'object', properties: { approved: { type: 'boolean' } } },
}
const limit: CallStep = {
  kind: 'call',
  id: 'limit',
  to: 'core',
  input: { name: 'transaction.name', amount: '2.0 * 3.0', listed: 'facts.checks.hit' },
  result: {
    type: 'object',
    required: ['approved'],
    properties: { approved: { type: 'boolean' }, holder: { type: 'string', 'x-personal': true } },
  },
}
const verdict: Step = {
  kind: 'decide',
  id: 'verdict',
  rows: [
    { unless: 'steps.limit.result.approved', outcome: 'rejected', reason: 'declined' },
    { outcome: 'approved', reason: 'fine' },
  ],
}
const pack = packOf(limit, verdict)

test('a call is sound, and its faults stand at their places', () => {
  expect(findFaults(pack.root)).toEqual([])
  expect(findUnofferedFaults(pack, bareVocabulary)).toEqual([])
  const faultsOf = (change: object) =>
    findFaults(packOf({ ...limit, ...change } as CallStep).root).map(({ pointer }) => pointer)
  expect(faultsOf({ deadlineSeconds: 32 * 86_400 })).toEqual(['/steps/0/deadlineSeconds'])
  expect(faultsOf({ input: { in: '1.0' } })).toEqual(['/steps/0/input/in'])
  expect(faultsOf({ result: { type: 'string' } })).toEqual(['/steps/0/result/type'])
  expect(faultsOf({ retry: { times: 2, delaySeconds: 3_000 } })).toEqual(['/steps/0/retry'])
  expect(faultsOf({ fallback: spare, onFailure: 'fail' })).toEqual(['/steps/0/onFailure'])
  expect(faultsOf({ input: { later: 'steps.after.result.approved' } })).toEqual([
    '/steps/0/input/later',
  ])
})

test.each([
  ['transaction.name', true],
  [' transaction.name ', true],
  ['transaction.name + "x"', false],
  ['size(transaction.name)', false],
  ['transaction.name == transaction.mothersName', true],
  ['facts.checks.hit ? "a" : "b"', true],
  ['facts.checks', false],
  ['[1.0, 2.0]', false],
  ['nothing.here', false],
  ['transaction.name.startsWith("A")', false],
])(
  'a personal field leaves as it is, alone, and a field is a text, a number or yes and no: %s',
  (text, holds) => {
    const faults = findUnofferedFaults(packOf({ ...limit, input: { a: text } }), bareVocabulary)
    expect([...new Set(faults.map(({ pointer }) => pointer))]).toEqual(
      holds ? [] : ['/steps/0/input/a'],
    )
  },
)

test('what has no answer is left out of what is sent', async () => {
  const source = {
    section: async () => ({ moduleStatus: 'pending' as const, results: [] }),
    facts: async () => ({ checks: {} }),
    transaction: async () => ({ name: 'Ana' }),
    input: async () => undefined,
  }
  const input = await evaluateSent(source, { pack, step: limit }, bareVocabulary)
  expect(input).toEqual({ name: 'Ana', amount: 6 })
})

const cases: readonly PackCase[] = [
  {
    name: 'yes',
    results: { limit: [{ approved: true }] },
    expect: { outcome: 'approved', ran: ['limit'] },
  },
  { name: 'no', results: { limit: [{ approved: false }] }, expect: { outcome: 'rejected' } },
  {
    name: 'nobody answers',
    results: { limit: 'failed' },
    expect: { outcome: 'review', reason: 'unanswered', status: 'partial' },
  },
]

test('cases bring what is answered, a failure is no verdict, and they cover the call', async () => {
  const outcomes = await Promise.all(cases.map((one) => runCase(pack, one, bareVocabulary)))
  expect(outcomes.map(({ differences }) => differences)).toEqual([[], [], []])
  expect(
    coverageOf(
      pack.root,
      outcomes.map(({ reached }) => reached),
    ).missing,
  ).toEqual([])
})

test('a drawing says who is called, with the call in its place, and in a run since when', () => {
  const drawn = drawPack(packOf({ ...limit, deadlineSeconds: 600, fallback: spare }, verdict))
  expect(drawn).toContain('calls core')
  expect(drawn).toContain('calls spare-core')
  const at = new Date('2026-11-28T10:00:00Z')
  const row = { tries: 0, startedAt: at, endedAt: null, heldUntil: null, failureCode: null }
  const run = {
    id: 'r',
    status: 'processing' as const,
    modules: [{ ...row, step: 'limit', status: 'processing' as const }],
    answers: {},
    rounds: {},
    stopReason: null,
  }
  expect(drawRun(pack, run)).toContain('since 10:00:00 UTC')
})

/** Another version over a run in which the call was answered, in that round of it. */
async function tried(on: Pack, round = 1) {
  const value = { approved: true }
  const kept = {
    turns: 2,
    results: { limit: [[markOf(round)]] },
    facts: {},
    events: [
      { turn: 1, key: 'limit@1', status: 'completed' as const },
      { turn: 2, key: '/steps/1', sections: { limit: [0, 'completed'] as const }, answer: [false] },
    ],
  }
  return evaluateOver(
    { pack, kept: withBrought(kept, new Map([[stepKey('limit', round), { value }]])) },
    on,
  )
}

test('another version takes what was answered where endpoint and what was sent are the same, and is undecidable else', async () => {
  expect(await tried(packOf({ ...limit, deadlineSeconds: 60 }, verdict))).toMatchObject({
    outcome: 'approved',
  })
  // A person wanted it anew, which is no round of a version's repeats.
  expect(await tried(pack, 2)).toMatchObject({ outcome: 'approved' })
  for (const change of [{ to: 'other' }, { input: {} }, { result: spare.result }])
    expect(await tried(packOf({ ...limit, ...change }, verdict))).toMatchObject({
      missing: [{ step: 'limit', why: 'never-ran' }],
    })
})
