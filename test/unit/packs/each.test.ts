// Steps that make a transaction for each element of a list: their cases with coverage, their drawing, and what another
// version makes of a run. Nobody is made by any of them.
import { expect, test } from 'vitest'
import { coverageOf } from '#src/packs/cases/coverage.ts'
import { runCase } from '#src/packs/cases/run.ts'
import type { PackCase } from '#src/packs/cases/schema.ts'
import { childIdOf } from '#src/packs/children/store.ts'
import { findUnsound } from '#src/packs/cases/sound.ts'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import { expand } from '#src/packs/document/expand.ts'
import { findFaults } from '#src/packs/document/faults/faults.ts'
import type { EachStep, Pack, Step } from '#src/packs/document/pack.ts'
import { drawPack } from '#src/packs/drawing/draw.ts'
import { bareVocabulary, evaluateOver, packOf } from '#test/support/packs/own-pack.ts'

const partners: EachStep = {
  kind: 'each',
  id: 'partners',
  in: 'transaction.partners',
  pack: { cpf: 'partner@2' },
}
const all = 'steps.partners.results.all(p, p.outcome == "approved")'
const verdict: Step = {
  kind: 'decide',
  id: 'verdict',
  rows: [
    { unless: all, outcome: 'review', reason: 'partner-open' },
    { outcome: 'approved', reason: 'fine' },
  ],
}
const pack = packOf(partners, verdict)
const child = (place: number, outcome?: string) => ({
  place,
  status: outcome === undefined ? 'waiting' : 'ended',
  ...(outcome !== undefined && { outcome }),
})

test('a list is sound, and its conditions see states and verdicts alone', () => {
  expect(findFaults(pack.root)).toEqual([])
  expect(findUnofferedFaults(pack, bareVocabulary)).toEqual([])
  const asks = (condition: string) =>
    findUnofferedFaults(
      packOf(partners, { ...verdict, rows: [{ if: condition, outcome: 'x', reason: 'y' }] }),
      bareVocabulary,
    ).length
  expect(asks('steps.partners.results.exists(p, p.status == "waiting")')).toBe(0)
  expect(asks('steps.partners.results.exists(p, p.status == "done")')).toBe(1)
  expect(asks('steps.partners.results.exists(p, p.name == "Ana")')).toBe(1)
  expect(asks('size(transaction.partners) > 1')).toBe(1)
})

test('an expanded step names the modules of its children, and how many there may be with theirs', async () => {
  const inner = { ...partners, modules: ['creditScore'], children: 4 }
  const roots: Record<string, Step> = {
    partner: packOf(inner, { kind: 'module', module: 'score' }).root,
  }
  const { step, faults } = await expand({ ...partners, max: 5 }, async (name) => roots[name])
  expect(faults).toEqual([])
  expect(step).toMatchObject({ modules: ['creditScore', 'score'], children: 20 })
  const many = await expand({ ...partners, max: 13 }, async (name) => roots[name])
  expect(many.faults.map(({ pointer }) => pointer)).toEqual(['/max'])
})

test('the id of a child follows from run, step, round and document alone, so that after a restore it is the same', () => {
  const place = { runId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35', step: 'partners', round: 1 }
  const ana = { documentType: 'cpf', document: '52998224725' } as const
  const id = childIdOf(place, ana)
  expect(id).toMatch(/^019a9f3c-7c1e-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(childIdOf(place, { ...ana })).toBe(id)
  const others = [
    childIdOf({ ...place, round: 2 }, ana),
    childIdOf({ ...place, step: 'others' }, ana),
    childIdOf({ ...place, runId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e36' }, ana),
    childIdOf(place, { ...ana, document: '11144477735' }),
    childIdOf(place, { documentType: 'rnm', document: ana.document }),
  ]
  expect(new Set([id, ...others]).size).toBe(6)
})

const cases: readonly PackCase[] = [
  {
    name: 'all approved',
    results: { partners: [child(0, 'approved'), child(1, 'approved')] },
    expect: { outcome: 'approved', ran: ['partners'] },
  },
  {
    name: 'one has not come',
    results: { partners: [child(0, 'approved'), child(1)] },
    expect: { outcome: 'review', reason: 'partner-open' },
  },
  {
    name: 'too many',
    results: { partners: 'failed' },
    expect: { outcome: 'review', reason: 'partner-open', status: 'partial' },
  },
  {
    name: 'no list',
    results: {},
    expect: { outcome: 'review', reason: 'unanswered', unansweredStep: 'partners', ran: [] },
  },
]

test('cases say what became of the children, without them there is no list, and they cover the step', async () => {
  const outcomes = await Promise.all(cases.map((one) => runCase(pack, one, bareVocabulary)))
  expect(outcomes.map(({ differences }) => differences)).toEqual([[], [], [], []])
  const reached = outcomes.map((one) => one.reached)
  expect(coverageOf(pack.root, reached).missing).toEqual([])
  const unsound = (given: object) =>
    findUnsound(pack, { name: 'x', results: { partners: [given] }, expect: {} } as PackCase, {
      offered: [],
      facts: { variables: {} },
    }).map(({ pointer }) => pointer)
  expect(unsound({ place: 0, status: 'ended', outcome: 'approved' })).toEqual([])
  expect(unsound({ place: '0' })).toEqual(['/results/partners/0/place'])
  expect(unsound({ status: 'done' })).toEqual(['/results/partners/0/status'])
  expect(unsound({ name: 'Ana' })).toEqual(['/results/partners/0/name'])
})

test('a drawing says whose list it is and what each of them runs', () => {
  const drawn = drawPack(packOf({ ...partners, deadlineSeconds: 604_800 }, verdict))
  expect(drawn).toContain('partner@2 for each of transaction.partners')
})

/** Another version over a run whose two children were approved. */
async function tried(on: Pack) {
  const results = [child(0, 'approved'), child(1, 'approved')]
  const kept = {
    turns: 3,
    results: { partners: [results] },
    facts: {},
    events: [
      { turn: 1, key: '/steps/0', answer: true },
      { turn: 2, key: 'partners@1', status: 'completed' as const },
      { turn: 3, key: '/steps/1', sections: { partners: [0, 'completed'] as const } },
    ],
  }
  return evaluateOver({ pack, answers: { '/steps/0': true }, kept }, on)
}

test('another version takes the children of the run where list, packs and fields are the same, and is undecidable else', async () => {
  expect(await tried(packOf({ ...partners, deadlineSeconds: 60 }, verdict))).toMatchObject({
    outcome: 'approved',
  })
  const other = { ...verdict, rows: [{ unless: all, outcome: 'review', reason: 'x' }, { outcome: 'rejected', reason: 'strict' }] } // prettier-ignore
  expect(await tried(packOf(partners, other))).toMatchObject({ outcome: 'rejected' })
  for (const change of [
    { in: 'transaction.legalRepresentatives' },
    { pack: 'partner@3' },
    { with: { socialName: 'item.name' } },
    { max: 3 },
    { id: 'others' },
  ]) {
    const step = { ...partners, ...change }
    const asked = change.id ? { ...verdict, rows: [{ outcome: 'approved', reason: 'x' }] } : verdict
    expect(await tried(packOf(step, asked))).toMatchObject({
      missing: [{ step: step.id, why: 'never-ran' }],
    })
  }
})
