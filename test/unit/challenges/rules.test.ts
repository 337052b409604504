// The story of a challenge as the workflow folds it: what is done next after each thing that can happen.
import { describe, expect, test } from 'vitest'
import {
  challengeEvents,
  foldSending,
  nextSendingSteps,
  nothingSent,
  type SendingEntry,
} from '#src/challenges/rules.ts'

const now = Date.UTC(2026, 7, 3, 14)
const expiresAt = now + 600_000

type Happened = [SendingEntry['kind'], Partial<SendingEntry>?]

const opened: Happened = ['challenge-opened', { dueAt: expiresAt }]
const claimed = (attempt: number): Happened => ['challenge-attempt-claimed', { attempt }]
const of = (attempt: number, dueAt: number | null = null) => ({ attempt, dueAt })

/** Keys and times of the steps after these entries, the expiry left out. */
function steps(...happened: Happened[]) {
  const state = happened
    .map(([kind, rest]) => ({ at: now, kind, ref: 'r', attempt: null, dueAt: null, ...rest }))
    .reduce((folded, entry) => foldSending(challengeEvents, folded, entry), nothingSent)
  const all = nextSendingSteps(state).map(({ key, dueAt }) => [key, dueAt])
  return all.filter(([key]) => key !== 'expire:r:0')
}

const isSettled = (...happened: Happened[]) => {
  const state = happened
    .map(([kind, rest]) => ({ at: now, kind, ref: 'r', attempt: null, dueAt: null, ...rest }))
    .reduce((folded, entry) => foldSending(challengeEvents, folded, entry), nothingSent)
  return Object.keys(state.open).length === 0
}

describe('a message', () => {
  test('is sent when it was asked for, and not again once it was accepted', () => {
    expect(steps(opened)).toEqual([['send:r:1', null]])
    expect(steps(opened, claimed(1), ['challenge-accepted', of(1)])).toEqual([])
  })

  test('whose claim has no outcome is looked up at once, after an uncertain answer when that is due', () => {
    expect(steps(opened, claimed(1))).toEqual([['settle:r:1', null]])
    const uncertain: Happened = ['challenge-uncertain', of(1, now + 20_000)]
    expect(steps(opened, claimed(1), uncertain)).toEqual([['settle:r:1', now + 20_000]])
    const later: Happened = ['challenge-uncertain', of(1, now + 50_000)]
    expect(steps(opened, claimed(1), uncertain, later)).toEqual([['settle:r:1', now + 50_000]])
  })

  test('that was uncertain goes on as its look-up or a callback says', () => {
    const before = [opened, claimed(1), ['challenge-uncertain', of(1, now + 20_000)]] as Happened[]
    expect(steps(...before, ['challenge-accepted', of(1)])).toEqual([])
    expect(steps(...before, ['challenge-deferred', of(1, now)])).toEqual([['send:r:2', now]])
    expect(steps(...before, ['challenge-failed', of(1)])).toEqual([])
  })

  test('that an empty look-up would send again is not sent when a report proves that it left', () => {
    const before = [opened, claimed(1), ['challenge-deferred', of(1, now)]] as Happened[]
    expect(steps(...before)).toEqual([['send:r:2', now]])
    expect(steps(...before, ['challenge-accepted', of(1)])).toEqual([])
    // The next one is under way: what is told of the one before does not end it.
    expect(steps(...before, claimed(2), ['challenge-accepted', of(1)])).toEqual([
      ['settle:r:2', null],
    ])
  })

  test('reported as undeliverable is tried again when that is due, unless it arrives before', () => {
    const accepted = [opened, claimed(1), ['challenge-accepted', of(1)]] as Happened[]
    const lost: Happened = ['challenge-undeliverable', of(1, now + 30_000)]
    expect(steps(...accepted, lost)).toEqual([['send:r:2', now + 30_000]])
    expect(steps(...accepted, lost, ['challenge-delivered', of(1)])).toEqual([])
    expect(steps(...accepted, lost, ['challenge-read', of(1)])).toEqual([])
    expect(steps(...accepted, ['challenge-undeliverable', of(1)])).toEqual([])
  })

  test.each(['challenge-sent', 'challenge-delivered', 'challenge-read'] as const)(
    'of which %s is told while its answer is awaited is still awaited',
    (kind) => {
      expect(steps(opened, claimed(1), [kind, of(1)])).toEqual([['settle:r:1', null]])
    },
  )

  test('whose next try would come after its expiry is not tried', () => {
    expect(steps(opened, claimed(1), ['challenge-deferred', of(1, expiresAt)])).toEqual([])
  })
})

test.each([
  'challenge-replied',
  'challenge-valid',
  'challenge-expired',
  'challenge-superseded',
] as const)('nothing more is done after %s, whatever is told then', (kind) => {
  expect(isSettled(opened, claimed(1), [kind])).toBe(true)
  expect(isSettled(opened, [kind], claimed(1), ['challenge-accepted', of(1)])).toBe(true)
  expect(isSettled(opened, [kind], ['challenge-undeliverable', of(1, now)])).toBe(true)
})
