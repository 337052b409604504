import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kind, kinds } from '#src/journal/entry.ts'
import {
  foldSending,
  nextSendingSteps,
  nothingSent,
  type SendingEntry,
  type SendingState,
} from '#src/challenges/rules.ts'
import {
  decideAfterLookup,
  decideAfterSend,
  type EmailTokenFacts,
  emailTokenEvents,
  expiryOf,
  maySend,
  settings,
  toRecord,
} from '#src/modules/email-token/rules.ts'
import { EmailTokenRecord } from '#src/modules/email-token/schema.ts'

const now = Date.UTC(2026, 7, 3, 12)
const expiresAt = expiryOf(now)

const facts: EmailTokenFacts = {
  id: 'r1',
  createdAt: now,
  expiresAt,
  repliedAt: null,
  expiredAt: null,
  failedAt: null,
  failureCode: null,
  supersededAt: null,
  checks: 0,
}

const entry = (
  kind: SendingEntry['kind'],
  ref: string | null = 'r1',
  rest: Partial<SendingEntry> = {},
): SendingEntry => ({ at: now, kind, ref, attempt: null, dueAt: null, ...rest })

const opened = (ref = 'r1') => entry('email-token-opened', ref, { dueAt: expiresAt })
const claimed = (attempt: number, ref = 'r1') =>
  entry('email-token-attempt-claimed', ref, { attempt })

// Safe because the events are named by kinds.
const emailTokenKinds = Object.keys(emailTokenEvents) as Kind[]
const foldEmailToken = (state: SendingState, one: SendingEntry) =>
  foldSending(emailTokenEvents, state, one)

const fold = (entries: readonly SendingEntry[], from: SendingState = nothingSent) =>
  entries.reduce(foldEmailToken, from)

const steps = (...entries: SendingEntry[]) =>
  nextSendingSteps(fold(entries)).map(({ key, dueAt }) => [key, dueAt])

const expire = ['expire:r1:0', expiresAt]

describe('toRecord', () => {
  const at = '2026-08-03T12:00:00.000Z'
  const waiting = {
    status: 'Waiting',
    type: 'Email',
    createdAt: at,
    expirationTime: '2026-08-03T13:00:00.000Z',
  }

  test.each<[string, Partial<EmailTokenFacts>, number, object]>([
    ['waiting', {}, now, waiting],
    ['still waiting a millisecond before its end', {}, expiresAt - 1, waiting],
    ['expired at its end', {}, expiresAt, { ...waiting, expired: true }],
    ['expired by the fact of its timer', { expiredAt: now }, now, { ...waiting, expired: true }],
    [
      'failed',
      { failedAt: now, failureCode: 'bounced' },
      now,
      { ...waiting, failure: { code: 'bounced', at } },
    ],
    [
      'failed and expired',
      { failedAt: now, failureCode: 'send-uncertain' },
      expiresAt,
      { ...waiting, expired: true, failure: { code: 'send-uncertain', at } },
    ],
    [
      'valid, and then neither failed nor expired',
      { repliedAt: now, failedAt: now, failureCode: 'bounced', expiredAt: now },
      expiresAt,
      { ...waiting, status: 'Valid', repliedAt: at },
    ],
  ])('a record is shown as %s', (_name, given, time, shown) => {
    const record = toRecord({ ...facts, ...given }, time)
    expect(record).toEqual(shown)
    expect(EmailTokenRecord.parse(record)).toEqual(shown)
  })
})

describe('attempts', () => {
  test.each<[string, Partial<EmailTokenFacts>]>([
    ['valid', { repliedAt: now }],
    ['replaced', { supersededAt: now }],
    ['failed', { failedAt: now }],
    ['expired', { expiredAt: now }],
  ])('nothing is sent for a record that is %s', (_name, given) => {
    expect(maySend(facts, 0, now)).toBe(true)
    expect(maySend({ ...facts, ...given }, 0, now)).toBe(false)
  })

  test('nothing is sent at the end of the record, nor a fourth time', () => {
    expect(maySend(facts, 0, expiresAt - 1)).toBe(true)
    expect(maySend(facts, 0, expiresAt)).toBe(false)
    expect(maySend(facts, 2, now)).toBe(true)
    expect(maySend(facts, 3, now)).toBe(false)
  })

  test('a deferred message waits 30 s, 2, 5, 10, 15 minutes, and then has failed', () => {
    const deferred = { kind: 'deferred', class: 'transient', code: 'smtp-451' } as const
    const outcomes = [1, 2, 3, 4, 5, 6].map((attempt) =>
      decideAfterSend(deferred, { attempt, expiresAt, now }),
    )
    const waits = [30, 120, 300, 600, 900].map((seconds) => ({
      kind: 'email-token-deferred',
      code: 'smtp-451',
      dueAt: now + seconds * 1000,
    }))
    expect(outcomes).toEqual([...waits, { kind: 'email-token-failed', code: 'provider-failed' }])
  })

  test('it waits longer where the provider asks for it, but not past the end of the record', () => {
    const limited = (retryAfterMs: number) =>
      decideAfterSend(
        { kind: 'deferred', class: 'rate', code: 'smtp-421', retryAfterMs },
        { attempt: 1, expiresAt, now },
      )
    expect(limited(1)).toMatchObject({ dueAt: now + 30_000 })
    expect(limited(45_000)).toMatchObject({ dueAt: now + 45_000 })
    expect(limited(expiresAt - now)).toEqual({
      kind: 'email-token-failed',
      code: 'provider-failed',
    })
  })

  test('a refused address or message has failed, an accepted one is sent, a lost one uncertain', () => {
    const after = (result: Parameters<typeof decideAfterSend>[0]) =>
      decideAfterSend(result, { attempt: 1, expiresAt, now })
    const rejected = { kind: 'rejected', code: 'smtp-550', permanent: true } as const
    expect(after({ ...rejected, class: 'recipient' })).toMatchObject({ code: 'recipient-refused' })
    expect(after({ ...rejected, class: 'content' })).toMatchObject({ code: 'content-refused' })
    expect(after({ kind: 'accepted', providerMsgId: 'x' })).toEqual({ kind: 'email-token-sent' })
    expect(after({ kind: 'uncertain', cause: 'reset' })).toEqual({
      kind: 'email-token-uncertain',
      code: 'send-uncertain',
    })
  })

  test('after a crash only what is proved absent is sent again', () => {
    const at = { attempt: 1, expiresAt, now }
    expect(decideAfterLookup('sent', at)).toEqual({ kind: 'email-token-sent' })
    expect(decideAfterLookup('unknown', at).kind).toBe('email-token-uncertain')
    expect(decideAfterLookup('absent', at)).toMatchObject({
      kind: 'email-token-deferred',
      dueAt: now,
    })
    expect(decideAfterLookup('absent', { ...at, attempt: 6 }).kind).toBe('email-token-failed')
  })
})

describe('the story', () => {
  test('its kinds are the journal’s kinds of this capability', () => {
    expect(Object.keys(kinds).filter((kind) => kind.startsWith('email-token'))).toEqual([
      ...emailTokenKinds,
    ])
  })

  test('an opened token is sent now and expires at its end', () => {
    expect(steps(opened())).toEqual([['send:r1:1', null], expire])
  })

  test('a claim without an outcome is settled, and not sent again', () => {
    expect(steps(opened(), claimed(1))).toEqual([['settle:r1:1', null], expire])
  })

  test('a claim whose send is running is no crash', () => {
    const running = new Set(['send:r1:1'])
    const state = fold([opened(), claimed(1)])
    expect(nextSendingSteps(state, running).map(({ key }) => key)).toEqual(['expire:r1:0'])
  })

  test('a deferred token is sent again when it is due, as the next attempt', () => {
    const deferred = entry('email-token-deferred', 'r1', { attempt: 1, dueAt: now + 30_000 })
    expect(steps(opened(), claimed(1), deferred)).toEqual([['send:r1:2', now + 30_000], expire])
    const tooLate = entry('email-token-deferred', 'r1', { attempt: 1, dueAt: expiresAt })
    expect(steps(opened(), claimed(1), tooLate)).toEqual([expire])
  })

  test.each(['email-token-sent', 'email-token-failed', 'email-token-uncertain'] as const)(
    'after %s nothing is sent, and it still expires',
    (kind) => {
      expect(steps(opened(), claimed(1), entry(kind, 'r1', { attempt: 1 }))).toEqual([expire])
    },
  )

  test.each(['email-token-valid', 'email-token-expired', 'email-token-superseded'] as const)(
    'after %s there is nothing left to do, whatever comes later',
    (kind) => {
      const late = [claimed(1), entry('email-token-sent'), entry('email-token-failed')]
      expect(steps(opened(), entry(kind), ...late)).toEqual([])
      expect(steps(opened(), claimed(1), entry(kind), entry('email-token-deferred'))).toEqual([])
    },
  )

  test('a bounce after it was sent has failed it; a late outcome does not send it again', () => {
    const bounced = [opened(), claimed(1), entry('email-token-sent'), entry('email-token-failed')]
    expect(fold(bounced).open['r1']?.phase).toBe('failed')
    expect(steps(...bounced, entry('email-token-deferred', 'r1', { dueAt: now }))).toEqual([expire])
  })

  test('an outcome of an earlier attempt changes nothing', () => {
    const before = [
      opened(),
      claimed(1),
      entry('email-token-deferred', 'r1', { dueAt: now }),
      claimed(2),
    ]
    const state = fold(before)
    expect(fold([entry('email-token-deferred', 'r1', { attempt: 1, dueAt: now })], state)).toBe(
      state,
    )
    expect(fold([claimed(1)], state)).toBe(state)
  })

  test('entries of other capabilities and of unknown records change nothing', () => {
    const state = fold([opened()])
    expect(
      fold([entry('pack-started', 'r1'), entry('clock-advanced', null), claimed(1, 'r2')], state),
    ).toBe(state)
  })

  test('an opened entry without its expiry is impossible, and says so', () => {
    expect(() => fold([entry('email-token-opened')])).toThrow('without dueAt')
  })

  const arbitraryEntry = fc.record({
    at: fc.integer({ min: now, max: expiresAt }),
    kind: fc.constantFrom(
      ...emailTokenKinds.slice(1),
      'pack-started' as const,
      'clock-advanced' as const,
    ),
    ref: fc.constantFrom('r1', 'r2', 'r3', null),
    attempt: fc.option(fc.integer({ min: 1, max: 7 })),
    dueAt: fc.option(fc.integer({ min: now, max: expiresAt + 1 })),
  })
  const arbitraryJournal = fc
    .tuple(
      fc.shuffledSubarray(['r1', 'r2', 'r3']),
      fc.array(arbitraryEntry, { maxLength: 40 }),
      fc.nat(),
    )
    .map(([refs, rest, seed]) => {
      const journal: SendingEntry[] = [...rest]
      for (const [index, ref] of refs.entries()) {
        journal.splice((seed * (index + 7)) % (journal.length + 1), 0, opened(ref))
      }
      return journal
    })

  test('any split of the journal, carried as JSON, gives the same state and the same steps', () => {
    fc.assert(
      fc.property(arbitraryJournal, fc.nat({ max: 43 }), (journal, cut) => {
        const whole = fold(journal)
        const carried = JSON.parse(JSON.stringify(fold(journal.slice(0, cut)))) as SendingState
        const resumed = fold(journal.slice(cut), carried)
        expect(resumed).toEqual(whole)
        expect(nextSendingSteps(resumed)).toEqual(nextSendingSteps(whole))
      }),
    )
  })

  test('a settled record never comes back, and no attempt is asked for twice', () => {
    const ends = new Set(['email-token-valid', 'email-token-expired', 'email-token-superseded'])
    fc.assert(
      fc.property(arbitraryJournal, (journal) => {
        let state = nothingSent
        const gone = new Set<string>()
        const claimedOf = new Map<string, number>()
        for (const one of journal) {
          const known = one.ref !== null && one.ref in state.open
          state = foldEmailToken(state, one)
          if (one.ref !== null && known && ends.has(one.kind)) gone.add(one.ref)
          if (one.ref !== null && known && one.kind === 'email-token-attempt-claimed') {
            const before = claimedOf.get(one.ref) ?? 0
            claimedOf.set(one.ref, Math.max(before, one.attempt ?? before + 1))
          }
          const next = nextSendingSteps(state)
          expect(next.filter(({ ref }) => gone.has(ref))).toEqual([])
          expect(new Set(next.map(({ key }) => key)).size).toBe(next.length)
          const sends = next.filter(({ kind }) => kind === 'send')
          expect(sends.map(({ attempt }) => attempt)).toEqual(
            sends.map(({ ref }) => (claimedOf.get(ref) ?? 0) + 1),
          )
        }
      }),
    )
  })

  test('folding changes no state that was handed out', () => {
    const state = fold([opened()])
    Object.freeze(state.open)
    Object.values(state.open).forEach(Object.freeze)
    expect(() => fold([claimed(1), entry('email-token-valid')], state)).not.toThrow()
    expect(steps(opened())).toEqual([['send:r1:1', null], expire])
  })

  test('the back-off of every attempt ends before the record does', () => {
    const total = settings.backoffSeconds.reduce((sum, seconds) => sum + seconds, 0)
    expect(total).toBeLessThan(settings.ttlMinutes * 60)
  })
})
