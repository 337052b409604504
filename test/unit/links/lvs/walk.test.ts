// Where a person stands, and what came of each step: pure functions, every branch.
import { describe, expect, test } from 'vitest'
import { readOutcome } from '#src/links/lvs/outcomes.ts'
import { isWalkable, linkStatus } from '#src/links/lvs/rules.ts'
import { scoreSteps } from '#src/links/lvs/scoring.ts'
import {
  listShown,
  positionOf,
  type StepKey,
  type StepState,
  triesMax,
} from '#src/links/lvs/walk.ts'

const step = (key: StepKey, change: Partial<StepState> = {}): StepState => ({
  key,
  moduleStatus: 'processing',
  tries: 0,
  checkingSince: null,
  outcome: null,
  ...change,
})
const position = (steps: readonly StepState[], runEnded = false, now = 1_000) => {
  const found = positionOf(steps, { runEnded, now })
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
      [step('emailToken', { moduleStatus: 'completed' }), step('aiDocs')],
      'aiDocs',
    ],
    [
      'again at what was tried and did not suffice',
      [step('facialBiometrics', { moduleStatus: 'completed', tries: 1 })],
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
    [
      'at the end where the rest waits for what was left out',
      [step('emailToken', { outcome: 'given-up' }), step('aiDocs', { moduleStatus: 'pending' })],
      'end',
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

  test('an ended run asks for nothing more, but for what was begun', () => {
    expect(position([step('aiDocs', { moduleStatus: 'pending' })], true)).toBe('end')
    expect(position([step('aiDocs', { moduleStatus: 'completed', tries: 1 })], true)).toBe('aiDocs')
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
  const once = { tries: 1, pictures: 1, review: false }
  const doc = (status: string, processStatus = 'Processed') => ({ status, processStatus })
  test.each<[StepKey, unknown[], Partial<typeof once>, ReturnType<typeof readOutcome>]>([
    ['emailToken', [{ status: 'Waiting' }, { status: 'Valid' }], {}, 'confirmed'],
    ['emailToken', [{ status: 'Waiting' }], {}, null],
    ['phoneConfirmation', [{ status: 'Sent' }, { status: 'Replied', option: 1 }], {}, 'confirmed'],
    ['phoneConfirmation', [{ status: 'Replied', option: 2 }], {}, 'denied'],
    ['phoneConfirmation', [{ status: 'Delivered' }], {}, null],
    ['aiDocs', [doc('Aprovado')], {}, 'approved'],
    ['aiDocs', [doc('Inconclusivo'), doc('Aprovado')], { pictures: 2 }, 'approved'],
    ['aiDocs', [doc('Inconclusivo'), doc('Aprovado')], {}, null],
    ['aiDocs', [doc('Aprovado'), doc('Reprovado')], { pictures: 2 }, null],
    ['aiDocs', [doc('Reprovado')], { tries: triesMax }, 'rejected'],
    ['aiDocs', [doc('Inconclusivo')], { tries: triesMax }, 'inconclusive'],
    ['aiDocs', [doc('Inconclusivo')], { tries: 0 }, 'inconclusive'],
    ['aiDocs', [{ processStatus: 'Processing' }, { processStatus: 'Failed' }], {}, null],
    ['facialBiometrics', [{ livenessStatus: 1 }], {}, 'live'],
    ['facialBiometrics', [{ livenessStatus: 2 }, { livenessStatus: 1 }], {}, null],
    ['facialBiometrics', [{ livenessStatus: 2 }], { tries: triesMax }, 'suspect'],
    ['facialBiometrics', [{ livenessStatus: 3 }], { tries: triesMax }, 'inconclusive'],
    ['facialBiometrics', [{ livenessStatus: 0 }], { review: true }, 'review'],
    ['facialBiometrics', [], {}, null],
    ['facialBiometrics', ['nothing that is known'], {}, null],
  ])('%s %j %j: %s', (key, results, sent, outcome) => {
    expect(readOutcome(key, results, { ...once, ...sent })).toBe(outcome)
  })
})

describe('the score', () => {
  const done = (key: StepKey, outcome: StepState['outcome']) => step(key, { outcome })
  test('all good makes 100, nothing asked 40, and it never leaves 0 to 100', () => {
    expect(
      scoreSteps([
        done('emailToken', 'confirmed'),
        done('phoneConfirmation', 'confirmed'),
        done('aiDocs', 'approved'),
        done('facialBiometrics', 'live'),
      ]),
    ).toBe(100)
    expect(scoreSteps([])).toBe(40)
    expect(
      scoreSteps([done('phoneConfirmation', 'denied'), done('facialBiometrics', 'suspect')]),
    ).toBe(0)
  })

  test("a person's review neither gives nor takes", () => {
    expect(scoreSteps([done('facialBiometrics', 'review')])).toBe(scoreSteps([]))
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
})
