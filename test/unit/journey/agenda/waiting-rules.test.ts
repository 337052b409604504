// What a transaction waits for, from the journals that kinds write: as operators, lists and pages show it.
import { park } from '#src/journey/transaction/parked-rules.ts'
import { describe, expect, test } from 'vitest'
import { isSeenOtherwise, sayWaiting, waitingFor } from '#src/journey/agenda/waiting-rules.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Unwritten } from '#src/journey/transaction/entry.ts'
import type { Task, Tasks } from '#src/journey/transaction/task.ts'
import { taskSetApart } from '#src/journey/suspects/kinds.ts'
import { examinationTaken } from '#src/biometrics/examinations/kinds.ts'
import * as link from '#src/links/lvs/kinds.ts'
import * as message from '#src/messaging/challenges/kinds.ts'
import * as pack from '#src/packs/runs/kinds.ts'
import * as review from '#src/packs/reviews/kinds.ts'
import * as check from '#src/screening/checks/kinds.ts'

const now = 1_000_000
const soon = now + 5_000
const later = now + 600_000

function tasksAfter(entries: readonly NewEntry[]): Tasks {
  const locked = {
    now: new Date(now),
    lastSeq: 0,
    tasks: [] as Tasks,
    unwritten: [] as Unwritten[],
  }
  append(locked, ...entries)
  return locked.tasks
}

/** The code, what, and what is wrong, in one line. */
function sayOf(...entries: NewEntry[]): string {
  const waits = waitingFor(tasksAfter(entries), now)
  if (!waits) return 'nothing'
  const { code, account } = waits.trouble ?? {}
  return [waits.for, waits.what, code, account].filter(Boolean).join(' | ')
}

const sms = { module: 'sms-2fa', ref: 'r' } as const
const question: NewEntry = { kind: message.challengeOpened, ...sms, dueAt: later }
const claimed: NewEntry = { kind: message.challengeClaimed, ...sms, attempt: 1, dueAt: soon }
const refused: NewEntry = {
  kind: message.challengeDeferred,
  ...sms,
  attempt: 1,
  provider: 'twilio',
  code: 'throttled',
  dueAt: soon,
}
const failed = (code: string): NewEntry => ({ kind: message.challengeFailed, ...sms, code })
const ordered: NewEntry = { kind: check.checkOrdered, ref: 'o', code: 'BasicInfos' }
const bought: NewEntry = { kind: check.checkClaimed, ref: 'o', attempt: 1, dueAt: soon }
const deferred: NewEntry = {
  kind: check.checkDeferred,
  ref: 'o',
  attempt: 1,
  provider: 'bureau',
  code: 'quota',
  dueAt: soon,
}
const made: NewEntry = { kind: link.linkMade, ref: 'l', dueAt: later }
const opened: NewEntry = { kind: link.linkOpened, ref: 'l', attempt: 1 }
const atStep: NewEntry = { kind: link.linkAwaits, ref: 'l', module: 'aiDocs' }
const started = (module: string, code: 'client' | 'vendor'): NewEntry => ({
  kind: pack.moduleStarted,
  ref: 'run',
  module,
  code,
  dueAt: later,
})
const retried: NewEntry = {
  kind: pack.moduleRetried,
  ref: 'run',
  module: 'backgroundCheck',
  attempt: 1,
  code: 'failed',
  dueAt: soon,
}
const asked: NewEntry = {
  kind: review.reviewOpened,
  ref: 'v',
  code: 'inconclusive',
  module: 'aiDocs',
  dueAt: later,
}

describe('what a transaction waits for', () => {
  test.each<[string, NewEntry[], string]>([
    ['nothing is left', [], 'nothing'],
    [
      'a question was sent: the person, and which',
      [question, claimed, { kind: message.challengeAccepted, ...sms, attempt: 1 }],
      'person | SMS question',
    ],
    ['a message that leaves at once is not waited for', [question], 'person | SMS question'],
    [
      'a token: the client hands it in',
      [{ ...question, module: 'email-token' }],
      'client | e-mail token',
    ],
    [
      'a vendor that does not take it: which, what, why',
      [question, claimed, refused],
      'vendor | send SMS question | throttled | twilio',
    ],
    [
      'while the next try is under way it still is',
      [question, claimed, refused, { ...claimed, attempt: 2 }],
      'vendor | look up SMS question | throttled | twilio',
    ],
    [
      'until the next account takes it',
      [
        question,
        claimed,
        refused,
        { ...claimed, attempt: 2 },
        { kind: message.challengeAccepted, ...sms, attempt: 2 },
      ],
      'person | SMS question',
    ],
    [
      'a number that nobody reaches is no person who is asked',
      [question, failed('recipient-refused')],
      'undelivered | SMS question | recipient-refused',
    ],
    [
      'nor is a mail that bounced',
      [
        { ...question, module: 'email-token' },
        { kind: message.challengeFailed, module: 'email-token', ref: 'r', code: 'bounced' },
      ],
      'undelivered | e-mail token | bounced',
    ],
    [
      'what may have left is still waited for',
      [question, failed('send-uncertain')],
      'person | SMS question',
    ],
    [
      'what arrived all the same is waited for again',
      [question, failed('undelivered'), { kind: message.challengeDelivered, ...sms, attempt: 1 }],
      'person | SMS question',
    ],
    ['a check that is bought: the vendor', [ordered, bought], 'vendor | look up BasicInfos'],
    [
      'a check that was refused and is tried again is no matter of the client',
      [started('backgroundCheck', 'vendor'), ordered, bought, deferred],
      'vendor | buy BasicInfos | quota | bureau',
    ],
    [
      'nor is it once the try is due',
      [started('backgroundCheck', 'vendor'), ordered, bought, { ...deferred, dueAt: now }],
      'vendor | buy BasicInfos | quota | bureau',
    ],
    [
      'a module of it that is tried again',
      [started('backgroundCheck', 'vendor'), retried],
      'vendor | try backgroundCheck again | failed',
    ],
    [
      'a module that waits for the client: which',
      [started('facialBiometrics', 'client')],
      'client | facialBiometrics',
    ],
    [
      'who is asked comes before a vendor that just works',
      [started('facialBiometrics', 'client'), ordered, bought],
      'client | facialBiometrics',
    ],
    ['a link that was made', [made], 'person | opening of the link'],
    ['one that was opened', [made, opened], 'person | consent'],
    ['which step of a link', [made, opened, atStep], 'person | step aiDocs'],
    [
      'another device goes on where the first was',
      [made, opened, atStep, { ...opened, attempt: 2 }],
      'person | step aiDocs',
    ],
    [
      'what is not the person’s',
      [made, opened, atStep, { kind: link.linkAwaits, ref: 'l' }, ordered, bought],
      'vendor | look up BasicInfos',
    ],
    [
      'a link in review waits for a reviewer, not for its person',
      [made, opened, atStep, asked],
      'review | review of aiDocs',
    ],
    [
      'and for its person again once that is decided',
      [made, opened, atStep, asked, { kind: review.reviewDecided, ref: 'v', code: 'again' }],
      'person | step aiDocs',
    ],
    [
      'a review whose deadline has passed is waited for',
      [asked, { kind: review.reviewAwaited, ref: 'v', dueAt: later }],
      'review | review',
    ],
    [
      'one that nobody has to decide any more is not',
      [asked, { kind: review.reviewClosed, ref: 'v', code: 'superseded' }],
      'nothing',
    ],
    [
      'a review comes before a vendor in trouble',
      [asked, question, claimed, refused],
      'review | review of aiDocs',
    ],
    [
      'a vendor in trouble before what nobody got',
      [question, failed('blocked'), ordered, bought, deferred],
      'vendor | buy BasicInfos | quota | bureau',
    ],
    [
      'the engines, before who is asked',
      [question, { kind: examinationTaken, module: 'redoc', ref: 'e', dueAt: soon }],
      'engine | read document',
    ],
    [
      'a moment',
      [{ kind: check.checkOpened, module: 'background-check', ref: 'c', dueAt: later }],
      'time | repeat background-check',
    ],
    [
      'a task that was set apart waits for an operator, before all else',
      [asked, ordered, { kind: taskSetApart, ref: 'o', reason: 'check-buy:o:2' }],
      'operator | set apart after workers died: buy BasicInfos',
    ],
  ])('%s', (_, entries, expected) => {
    expect(sayOf(...entries)).toBe(expected)
  })

  test('what is late is waited for, though it was to begin at once', () => {
    const tasks = tasksAfter([question])
    expect(waitingFor(tasks, now)?.for).toBe('person')
    expect(waitingFor(tasks, now + 10_000)?.what).toBe('send SMS question')
  })

  test('when it goes on by itself is said: the next try of a vendor, the end of a question', () => {
    expect(waitingFor(tasksAfter([question, claimed, refused]), now)?.until).toBe(soon)
    expect(waitingFor(tasksAfter([question]), now)?.until).toBe(later)
  })

  test('an operator is waited for as long as it takes', () => {
    const [task] = tasksAfter([question])
    const apart = task && park(task, 'apart', now)
    expect(waitingFor(apart ? [apart] : [], now)).toEqual({
      for: 'operator',
      what: expect.stringMatching(/^set apart after workers died: /),
    })
  })

  test('each is a sentence of its own for the Temporal UI', () => {
    const said = (...entries: NewEntry[]) => {
      const waits = waitingFor(tasksAfter(entries), now)
      return waits && sayWaiting(waits)
    }
    expect(said(question, claimed, refused)).toBe(
      'It waits for a vendor in trouble (`throttled`): **send SMS question** by `twilio`, next try at 1970-01-01 00:16:45 UTC.',
    )
    expect(said(question, failed('blocked'))).toBe(
      'Nobody got the message (`blocked`): **SMS question**, which ends at 1970-01-01 00:26:40 UTC.',
    )
    expect(said(made, opened, atStep)).toBe(
      'It waits for the person: **step aiDocs**, until 1970-01-01 00:26:40 UTC.',
    )
  })
})

describe('a run is told at once', () => {
  const task = (waits: Task['waits']): Task => ({
    key: String(waits),
    task: 'waits',
    ref: 'r',
    dueAt: later,
    lane: 'local',
    seq: 1,
    ...(waits && { waits }),
  })

  test('what operators would see otherwise, though nothing is due sooner', () => {
    const undelivered = { ...task('person'), waits: 'undelivered' as const }
    expect(isSeenOtherwise([task('person')], [undelivered], now)).toBe(true)
    expect(isSeenOtherwise([task('person')], [task('person'), task('review')], now)).toBe(true)
  })

  test('not what looks the same, nor that nothing is left', () => {
    expect(isSeenOtherwise([task('person')], [task('person'), task('time')], now)).toBe(false)
    expect(isSeenOtherwise([task('person')], [], now)).toBe(false)
  })
})
