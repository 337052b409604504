// Where a person stands, and what came of each step: pure functions, every branch.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeMatch } from '#src/links/lvs/judging/judge-faces.ts'
import type { Match } from '#src/links/lvs/judging/match.ts'
import { readOutcome } from '#src/links/lvs/judging/outcomes.ts'
import { judgeSides, noSides } from '#src/links/lvs/judging/sides.ts'
import {
  isWalkable,
  linkStatus,
  resultOf,
  type StepKey,
  type StepKind,
  stepKeys,
  type StepOutcome,
} from '#src/links/lvs/rules.ts'
import { scoreSteps } from '#src/links/lvs/judging/scoring.ts'
import { listShown, positionOf, type StepState, triesMax } from '#src/links/lvs/walk.ts'

const step = (key: StepKind, change: Partial<StepState> = {}): StepState => ({
  name: key,
  key,
  startedAt: 0,
  round: 1,
  counted: {},
  moduleStatus: 'processing',
  tries: 0,
  checkingSince: null,
  outcome: null,
  reasons: [],
  hints: [],
  ...change,
})
const position = (
  steps: readonly StepState[],
  { runEnded = false, isStuck = false, now = 1_000 } = {},
) => {
  const found = positionOf(steps, { runEnded, isStuck, now })
  return found.kind === 'step'
    ? `${found.step.key}${found.checking ? ' checking' : ''}`
    : found.kind
}

describe('where a person stands', () => {
  test.each<[string, StepState[], string]>([
    ['the first open step', [step('emailToken'), step('aiDocs')], 'emailToken'],
    [
      'behind what is done',
      [step('emailToken', { moduleStatus: 'completed', outcome: 'confirmed' }), step('aiDocs')],
      'aiDocs',
    ],
    [
      'not at what is completed without the person',
      [step('emailToken', { moduleStatus: 'completed', outcome: 'confirmed' }), step('aiDocs')],
      'aiDocs',
    ],
    [
      'again at what was tried, or sent before, and did not suffice',
      [step('facialBiometrics', { moduleStatus: 'completed' })],
      'facialBiometrics',
    ],
    ['waiting for a check', [step('aiDocs', { tries: 1, checkingSince: 500 })], 'aiDocs checking'],
    [
      'free again when a check takes too long',
      [step('aiDocs', { tries: 1, checkingSince: 1_000 - 90_000 })],
      'aiDocs',
    ],
    [
      'waiting for what may come',
      [
        step('emailToken', { moduleStatus: 'completed', outcome: 'confirmed' }),
        step('aiDocs', { moduleStatus: 'pending' }),
      ],
      'waiting',
    ],
    ['at a form that is open', [step('ask')], 'ask'],
    [
      'behind a form that is answered',
      [step('ask', { moduleStatus: 'completed', outcome: 'answered' }), step('aiDocs')],
      'aiDocs',
    ],
    ['past a form whose time is over', [step('ask', { moduleStatus: 'failed' })], 'end'],
    [
      'waiting for what the run waits for elsewhere',
      [step('emailToken', { outcome: 'given-up' }), step('aiDocs', { moduleStatus: 'pending' })],
      'waiting',
    ],
    ['past what the run no longer waits for', [step('aiDocs', { moduleStatus: 'failed' })], 'end'],
    ['at the end without anything to do', [], 'end'],
    [
      'at the end when all is done',
      [step('emailToken', { moduleStatus: 'completed', outcome: 'confirmed' })],
      'end',
    ],
  ])('%s', (_name, steps, expected) => {
    expect(position(steps)).toBe(expected)
  })

  test('where the rest waits for what was left out, it is at its end', () => {
    const left = step('emailToken', { outcome: 'given-up' })
    expect(position([left, step('aiDocs', { moduleStatus: 'pending' })], { isStuck: true })).toBe(
      'end',
    )
  })

  test('an ended run asks for nothing more, but for what was begun', () => {
    expect(position([step('aiDocs', { moduleStatus: 'pending' })], { runEnded: true })).toBe('end')
    expect(
      position([step('aiDocs', { moduleStatus: 'completed', tries: 1 })], { runEnded: true }),
    ).toBe('aiDocs')
  })

  test('what nobody asks of this person is not counted', () => {
    const steps = [
      step('emailToken', { moduleStatus: 'completed' }),
      step('phoneConfirmation', { moduleStatus: 'skipped' }),
      step('aiDocs'),
    ]
    expect(listShown(steps).map(({ key }) => key)).toEqual(['aiDocs'])
  })
})

describe('what came of a step', () => {
  const once = { tries: 1, pictures: 1, review: false, sides: noSides }
  const two = { pictures: 2, sides: { differ: true, hints: ['wrong-side'] } } as const
  const last = { tries: triesMax }
  const doc = (status: string, processStatus = 'Processed') => ({ status, processStatus })
  const replied = (meaning: string, option = 1) => ({ status: 'Replied', option, meaning })
  const face = (livenessStatus: number, change: object = {}) => ({
    livenessStatus,
    securityCheck: 1,
    device: { status: 1 },
    reasons: [],
    ...change,
  })
  test.each<[StepKey, unknown[], Partial<typeof once>, string | null]>([
    ['emailToken', [{ status: 'Waiting' }, { status: 'Valid' }], {}, 'confirmed'],
    ['emailToken', [{ status: 'Waiting' }], {}, null],
    ['phoneConfirmation', [{ status: 'Sent' }, replied('yes')], {}, 'confirmed'],
    ['phoneConfirmation', [replied('yes', 2)], {}, 'confirmed'],
    ['phoneConfirmation', [replied('no', 2)], {}, 'denied denied'],
    ['phoneConfirmation', [replied('no')], {}, 'denied denied'],
    ['phoneConfirmation', [replied('option')], {}, 'given-up inconclusive'],
    ['phoneConfirmation', [{ status: 'Replied', option: 1 }], {}, 'given-up inconclusive'],
    [
      'phoneConfirmation',
      [replied('yes'), { status: 'Expired', denied: true }],
      {},
      'denied denied',
    ],
    ['phoneConfirmation', [{ status: 'Delivered' }], {}, null],
    ['aiDocs', [doc('Aprovado')], {}, 'approved'],
    ['aiDocs', [doc('Inconclusivo'), doc('Aprovado')], { pictures: 2 }, 'approved'],
    ['aiDocs', [doc('Inconclusivo'), doc('Aprovado')], {}, null],
    ['aiDocs', [doc('Inconclusivo'), doc('Aprovado')], two, null],
    ['aiDocs', [doc('Inconclusivo'), doc('Aprovado')], { ...two, ...last }, 'inconclusive wrong-side'], // prettier-ignore
    ['aiDocs', [doc('Aprovado'), doc('Reprovado')], { pictures: 2 }, 'rejected document-refused'],
    ['aiDocs', [doc('Reprovado')], {}, 'rejected document-refused'],
    ['aiDocs', [doc('Inconclusivo')], last, 'inconclusive inconclusive'],
    ['aiDocs', [doc('Inconclusivo')], { tries: 0 }, null],
    ['aiDocs', [{ processStatus: 'Processing' }, { processStatus: 'Failed' }], {}, null],
    ['facialBiometrics', [face(1)], {}, 'live'],
    ['facialBiometrics', [face(1)], { tries: 0 }, 'live'],
    ['facialBiometrics', [face(1, { securityCheck: 2 })], {}, 'live'],
    ['facialBiometrics', [face(1, { device: { status: 3 } })], {}, 'inconclusive device-denied'],
    ['facialBiometrics', [face(1, { securityCheck: 3 })], {}, 'inconclusive device-denied'],
    ['facialBiometrics', [face(1, { securityCheck: 0 })], {}, 'inconclusive device-denied'],
    ['facialBiometrics', [face(2), face(1)], {}, null],
    ['facialBiometrics', [face(2), face(0), face(2)], {}, 'suspect spoof-suspected'],
    ['facialBiometrics', [face(2)], last, 'inconclusive inconclusive'],
    [
      'facialBiometrics',
      [face(0, { reasons: ['too-far', 'nobody knows it'] })],
      last,
      'inconclusive too-far',
    ],
    ['facialBiometrics', [face(0)], { tries: 0 }, null],
    ['facialBiometrics', [face(0)], { review: true }, 'review asked-for'],
    ['facialBiometrics', [face(1)], { review: true }, 'review asked-for'],
    ['facialBiometrics', [], {}, null],
    ['facialBiometrics', ['nothing that is known', { livenessStatus: 1 }], {}, null],
  ])('%s %j %j: %s', (key, results, sent, expected) => {
    const ended = readOutcome(key, results, { ...once, ...sent })
    expect(ended && [ended.outcome, ...ended.reasons].join(' ')).toBe(expected)
  })
})

describe('what the sides of a document say of each other', () => {
  type Side = Parameters<typeof judgeSides>[0][number]
  const side = (id: string, alerts: readonly string[], withSide?: string) =>
    // Safe because nothing else of a result is looked at.
    ({ id, result: { alerts, ...(withSide && { withSide }) } }) as Side
  test.each<[string, Side[], boolean, string]>([
    ['a front, and the back of another', [side('f', []), side('b', ['SIDES_DIFFER'])], true, 'wrong-side'], // prettier-ignore
    ['a back that was held against an older front first', [side('f', [], 'b'), side('b', ['SIDES_DIFFER'])], false, 'wrong-side'], // prettier-ignore
    ['a back that came before its front', [side('b', ['SIDE_MISSING']), side('f', ['LOW_CONFIDENCE'], 'b')], false, 'unreadable wrong-side'], // prettier-ignore
    ['a back instead of the front', [side('b', ['LOW_CONFIDENCE', 'SIDE_MISSING'])], false, 'wrong-side unreadable'], // prettier-ignore
    ['a dark picture', [side('f', ['LOW_CONFIDENCE', 'TOO_DARK'])], false, 'too-dark unreadable'],
    ['forgery and lists, of which the person is told nothing', [side('f', ['CODE_MISMATCH', 'PORTRAIT_REVIEW'])], false, ''], // prettier-ignore
    ['one that nobody has looked at', [{ id: 'f', result: undefined }], false, ''],
  ])('%s', (_name, sides, differ, hints) => {
    const found = judgeSides(sides)
    expect([found.differ, found.hints.join(' ')]).toEqual([differ, hints])
  })
})

describe('what the faces say of each other', () => {
  const shown = { face: 'live', document: 'approved' } as const
  test.each<[Match, Parameters<typeof judgeMatch>[1], string | null]>([
    ['match', shown, null],
    ['differs', shown, 'rejected'],
    ['unsure', shown, 'inconclusive'],
    ['not-compared', shown, 'inconclusive'],
    ['differs', { face: 'inconclusive', document: 'review' }, 'rejected'],
    ['not-compared', { face: 'review', document: 'approved' }, null],
    ['not-compared', { face: 'live', document: 'review' }, null],
  ])('%s with %j: %s', (match, outcomes, expected) => {
    expect(judgeMatch(match, outcomes)?.outcome ?? null).toBe(expected)
  })
})

const outcomes = Object.keys(resultOf) as StepOutcome[]
const anySteps = fc
  .record(
    Object.fromEntries(
      stepKeys.map((key) => [key, fc.option(fc.constantFrom(...outcomes), { nil: null })]),
    ),
  )
  .map((record) => stepKeys.map((key) => step(key, { outcome: record[key] ?? null })))

describe('the score', () => {
  const done = (key: StepKind, outcome: StepState['outcome']) => step(key, { outcome })
  test('all good makes 100, nothing asked at most 39', () => {
    expect(
      scoreSteps([
        done('emailToken', 'confirmed'),
        done('phoneConfirmation', 'confirmed'),
        done('aiDocs', 'approved'),
        done('facialBiometrics', 'live'),
      ]),
    ).toBe(100)
    expect(scoreSteps([])).toBe(39)
    expect(scoreSteps([done('ask', 'answered'), done('ask', 'answered')])).toBe(39)
    const messages = [done('emailToken', 'confirmed'), done('phoneConfirmation', 'confirmed')]
    expect(scoreSteps([...messages, done('ask', 'answered')])).toBe(39)
    const pictures = [done('aiDocs', 'approved'), done('facialBiometrics', 'live')]
    expect(scoreSteps([...pictures, done('ask', 'answered')])).toBe(80)
    expect(scoreSteps([...pictures, done('ask', 'given-up')])).toBe(69)
    // Of several steps of one module the worst counts, in whatever order.
    const twice = [done('facialBiometrics', 'given-up'), ...pictures]
    expect(scoreSteps(twice)).toBe(45)
    expect(scoreSteps(twice.toReversed())).toBe(45)
    expect(scoreSteps([done('aiDocs', 'approved'), done('facialBiometrics', 'live')])).toBe(80)
  })

  test('what was not shown bounds it, whatever else was done', () => {
    fc.assert(
      fc.property(anySteps, fc.boolean(), (steps, isDisowned) => {
        const score = scoreSteps(steps, isDisowned)
        const results = steps.map(({ outcome }) => outcome && resultOf[outcome])
        const isSeen = (key: StepKey) => results[stepKeys.indexOf(key)] === 'done'
        const most = isDisowned || results.includes('rejected') ? 20 : 100
        const unseen = isSeen('aiDocs') && isSeen('facialBiometrics') ? 100 : 39
        expect(score).toBeLessThanOrEqual(Math.min(most, unseen))
        expect(score).toBeGreaterThanOrEqual(0)
        const isOpen = steps.some(
          ({ outcome }, at) => outcome !== 'not-asked' && results[at] !== 'done',
        )
        expect(score).toBeLessThanOrEqual(isOpen ? 69 : 100)
      }),
    )
  })
})

describe('the state of a link', () => {
  const open = { expiresAt: 100, completedAt: null, expiredAt: null, supersededAt: null }
  test.each([
    [{}, 99, 'PENDING', true],
    [{}, 100, 'EXPIRED', false],
    [{ expiredAt: 50 }, 60, 'EXPIRED', false],
    [{ completedAt: 50 }, 200, 'COMPLETED', false],
    [{ supersededAt: 50 }, 60, 'PENDING', false],
  ] as const)('%j at %s is %s', (change, now, status, walkable) => {
    expect(linkStatus({ ...open, ...change }, now)).toBe(status)
    expect(isWalkable({ ...open, ...change }, now)).toBe(walkable)
  })

  test('one that somebody is to decide does not expire, unless it had before', () => {
    expect(linkStatus(open, 200, true)).toBe('PENDING')
    expect(isWalkable(open, 200)).toBe(false)
    expect(linkStatus({ ...open, expiredAt: 100 }, 200, true)).toBe('EXPIRED')
    expect(linkStatus({ ...open, completedAt: 50 }, 200, true)).toBe('COMPLETED')
  })
})
