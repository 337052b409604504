// Steps that wait: their cases with coverage, their order, their drawing, and what another version makes of a run.
import { expect, test } from 'vitest'
import { coverageOf } from '#src/packs/cases/coverage.ts'
import { runCase } from '#src/packs/cases/run.ts'
import type { PackCase } from '#src/packs/cases/schema.ts'
import { findUnsound } from '#src/packs/cases/sound.ts'
import { findUnofferedFaults } from '#src/packs/conditions/unoffered.ts'
import { findFaults } from '#src/packs/document/faults/faults.ts'
import type { Pack, Step, WaitStep } from '#src/packs/document/pack.ts'
import { drawPack, drawRun } from '#src/packs/drawing/draw.ts'
import {
  markOf,
  type ReadEvidence,
  stepKey,
  withBrought,
} from '#src/packs/runs/evidence/evidence.ts'
import { bareVocabulary, evaluateOver, packOf } from '#test/support/packs/own-pack.ts'

const approval: WaitStep = {
  kind: 'wait',
  id: 'approval',
  signal: {
    type: 'object',
    required: ['approved'],
    properties: { approved: { type: 'boolean' }, holder: { type: 'string', 'x-personal': true } },
  },
}
const pause: WaitStep = { kind: 'wait', id: 'pause', for: 'PT24H' }
const until: WaitStep = { kind: 'wait', id: 'until', until: 'transaction.createdAt' }
const verdict: Step = {
  kind: 'decide',
  id: 'verdict',
  rows: [
    { unless: 'steps.approval.result.approved', outcome: 'rejected', reason: 'declined' },
    { outcome: 'approved', reason: 'fine' },
  ],
}
const pack = packOf(pause, until, approval, verdict)
const transaction = { createdAt: '2026-11-28T10:00:00.000Z' }

test('a pack of waits and rules alone is sound', () => {
  expect(findFaults(pack.root)).toEqual([])
  expect(findUnofferedFaults(pack, bareVocabulary)).toEqual([])
})

test('a result is read behind its step alone, and what is personal is only compared', () => {
  const [fault] = findFaults(packOf(verdict, approval).root)
  expect(fault?.detail).toMatch(/before that has ended|stands|follows/)
  const reading = (condition: string) =>
    findUnofferedFaults(
      packOf(approval, {
        kind: 'when',
        condition,
        run: { kind: 'stop', outcome: 'a', reason: 'a' },
      }),
      bareVocabulary,
    )
  expect(reading('steps.approval.result.holder == transaction.name')).toEqual([])
  expect(reading('steps.approval.result.holder.startsWith("A")')).not.toEqual([])
  expect(reading('size(string(steps.approval.result.holder)) > 2')).not.toEqual([])
  expect(reading('steps.approval.result.other == "x"')).not.toEqual([])
})

const cases: readonly PackCase[] = [
  {
    name: 'yes',
    results: { approval: [{ approved: true }] },
    transaction,
    expect: { outcome: 'approved', ran: ['pause', 'until', 'approval'] },
  },
  {
    name: 'no',
    results: { approval: [{ approved: false }] },
    transaction,
    expect: { outcome: 'rejected' },
  },
  {
    name: 'nobody answers',
    results: { approval: 'failed' },
    transaction,
    expect: { outcome: 'review', reason: 'unanswered', status: 'partial' },
  },
]

test('cases bring results, time passes in them by itself, and they cover each step', async () => {
  const outcomes = await Promise.all(cases.map((one) => runCase(pack, one, bareVocabulary)))
  expect(outcomes.map(({ differences }) => differences)).toEqual([[], [], []])
  const reached = outcomes.map((one) => one.reached)
  expect(coverageOf(pack.root, reached).missing).toEqual([])
  const silent = { name: 'silent', results: {}, transaction, expect: { outcome: 'approved' } }
  const [said] = (await runCase(pack, silent, bareVocabulary)).differences
  expect(said).toBe('it says nothing of approval, which the pack comes to')
})

test.each([
  [{ approval: [{ approved: 'true' }] }, '/results/approval/0/approved'],
  [{ approval: [{ approved: true, other: 1 }] }, '/results/approval/0/other'],
  [{ approval: [] }, '/results/approval'],
  [{ pause: [{ approved: true }] }, '/results/pause'],
] as const)('a case brings nothing that no client could: %j', (results, pointer) => {
  const one = { name: 'odd', results, expect: { outcome: 'approved' } } as unknown as PackCase
  const known = { offered: [], facts: { variables: {} } }
  expect(findUnsound(pack, one, known).map((fault) => fault.pointer)).toEqual([pointer])
})

test('a drawing says what is waited for, and in a run since when', () => {
  const drawn = drawPack(pack)
  expect(drawn).toContain('waits for PT24H')
  expect(drawn).toContain('waits for a signal')
  const at = new Date('2026-11-28T10:00:00Z')
  const row = { tries: 0, startedAt: at, endedAt: null, heldUntil: null, failureCode: null }
  const run = {
    id: 'r',
    status: 'processing' as const,
    modules: [{ ...row, step: 'pause', status: 'processing' as const }],
    answers: {},
    rounds: {},
    stopReason: null,
  }
  expect(drawRun(pack, run)).toContain('since 10:00:00 UTC')
})

/** A run in which the signal was brought, as its evidence names it. */
function pastOf(value: object | undefined): ReadEvidence {
  const kept: ReadEvidence = {
    turns: 3,
    results: { approval: [[markOf(1)]] },
    facts: {},
    events: [
      { turn: 1, key: 'pause@1', status: 'completed' },
      { turn: 2, key: 'approval@1', status: 'completed' },
      { turn: 3, key: '/steps/2', sections: { approval: [0, 'completed'] }, answer: [false] },
    ],
  }
  return withBrought(kept, new Map(value ? [[stepKey('approval', 1), { value }]] : []))
}

async function tried(on: Pack, value: object | undefined) {
  const past = packOf(pause, approval, verdict)
  return evaluateOver({ pack: past, kept: pastOf(value), transaction: async () => transaction }, on)
}

test('another version is tried on what was brought, and is undecidable where it waits for something else', async () => {
  const turned: Step = { ...verdict, rows: [{ outcome: 'done', reason: 'done' }] } as Step
  expect(await tried(packOf(approval, verdict), { approved: true })).toMatchObject({
    outcome: 'approved',
  })
  expect(await tried(packOf(pause, approval, turned), { approved: true })).toMatchObject({
    outcome: 'done',
  })
  const wider: WaitStep = { ...approval, signal: { type: 'object', properties: {} } }
  expect(await tried(packOf(wider, turned), { approved: true })).toMatchObject({
    missing: [{ step: 'approval', why: 'never-ran' }],
  })
  // What is no longer kept is unknown, and never a yes.
  expect(await tried(packOf(approval, verdict), undefined)).toMatchObject({ outcome: 'review' })
})
