// What is to be done for a record after each thing that can happen, as its kinds of entries say.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tasks } from '#src/journey/transaction/task.ts'
import { taskNames } from '#src/messaging/challenges/effects.ts'
import * as kinds from '#src/messaging/challenges/kinds.ts'
import { append } from '#src/journey/journal/append.ts'
import type { NewEntry } from '#src/journey/journal/entry.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import type { Kind } from '#src/journey/journal/kind.ts'

const now = Date.UTC(2026, 7, 3, 14)
const expiresAt = now + 600_000

type Happened = [Kind, Partial<NewEntry>?]

const journal = () => ({
  now: new Date(now),
  lastSeq: 0,
  tasks: [] as Tasks,
  unwritten: [] as Entry[],
})

function agendaAfter(...happened: Happened[]): Tasks {
  const locked = journal()
  for (const [kind, rest] of happened)
    append(locked, { kind, module: 'sms-2fa', ref: 'r', ...rest })
  return locked.tasks
}

/** Keys without the record and the round, with their times; the expiry left out. */
const steps = (...happened: Happened[]) =>
  agendaAfter(...happened)
    .filter(({ task }) => task !== taskNames.expire)
    .map(({ key, dueAt }) => [key.split(':').slice(2, 4).join(':'), dueAt])

const of = (attempt: number, dueAt: number | null = null) => ({ attempt, dueAt })
const opened: Happened = [kinds.challengeOpened, { dueAt: expiresAt }]
const leaseEnd = now + 20_000
const claimed = (attempt: number): Happened => [kinds.challengeClaimed, of(attempt, leaseEnd)]

describe('a message', () => {
  test('is sent when it was asked for, expires when it is due, and is not sent again once accepted', () => {
    expect(agendaAfter(opened)).toMatchObject([
      { key: 'sms-2fa:r:send:1', task: 'challenge-send', attempt: 1, dueAt: now, lane: 'local' },
      { key: 'sms-2fa:r:expire', task: 'challenge-expire', dueAt: expiresAt },
    ])
    expect(steps(opened, claimed(1), [kinds.challengeAccepted, of(1)])).toEqual([])
  })

  test('whose claim has no outcome is looked up when nobody can be calling any more, by wall time', () => {
    expect(agendaAfter(opened, claimed(1))).toMatchObject([
      { task: 'challenge-expire' },
      { key: 'sms-2fa:r:look-up:1:2', dueAt: leaseEnd, attempt: 1, leased: true },
    ])
  })

  test('that is uncertain is looked up when that is due, in a round of its own', () => {
    const uncertain = (dueAt: number): Happened => [kinds.challengeUncertain, of(1, dueAt)]
    const twice = agendaAfter(opened, claimed(1), uncertain(now + 30_000), uncertain(now + 50_000))
    expect(twice).toMatchObject([
      { task: 'challenge-expire' },
      { key: 'sms-2fa:r:look-up:1:4', dueAt: now + 50_000, leased: true },
    ])
    expect(steps(opened, claimed(1), [kinds.challengeUncertain, of(1)])).toEqual([])
  })

  test('that was uncertain goes on as its look-up or a callback says', () => {
    const before: Happened[] = [opened, claimed(1), [kinds.challengeUncertain, of(1, leaseEnd)]]
    expect(steps(...before, [kinds.challengeAccepted, of(1)])).toEqual([])
    expect(steps(...before, [kinds.challengeDeferred, of(1, now)])).toEqual([['send:2', now]])
    expect(steps(...before, [kinds.challengeFailed, of(1)])).toEqual([])
  })

  test('that an empty look-up would send again is not sent when a report proves that it left', () => {
    const before: Happened[] = [opened, claimed(1), [kinds.challengeDeferred, of(1, now)]]
    expect(steps(...before)).toEqual([['send:2', now]])
    expect(steps(...before, [kinds.challengeAccepted, of(1)])).toEqual([])
    // The next one is under way: what is said of the one before does not end it.
    expect(steps(...before, claimed(2), [kinds.challengeAccepted, of(1)])).toEqual([
      ['look-up:2', leaseEnd],
    ])
  })

  test('reported as undeliverable is tried again when that is due, unless it arrives before', () => {
    const accepted: Happened[] = [opened, claimed(1), [kinds.challengeAccepted, of(1)]]
    const lost: Happened = [kinds.challengeUndeliverable, of(1, now + 30_000)]
    expect(steps(...accepted, lost)).toEqual([['send:2', now + 30_000]])
    expect(steps(...accepted, lost, [kinds.challengeDelivered, of(1)])).toEqual([])
    expect(steps(...accepted, lost, [kinds.challengeRead, of(1)])).toEqual([])
    expect(steps(...accepted, [kinds.challengeUndeliverable, of(1)])).toEqual([])
  })

  test.each([kinds.challengeSent, kinds.challengeDelivered, kinds.challengeRead])(
    'of which $name is reported while its answer is awaited is still awaited',
    (kind) => {
      expect(steps(opened, claimed(1), [kind, of(1)])).toEqual([['look-up:1', leaseEnd]])
    },
  )

  test('whose next try would come after its expiry is not tried', () => {
    expect(steps(opened, claimed(1), [kinds.challengeDeferred, of(1, expiresAt)])).toEqual([])
  })

  test('that has failed still expires, so that a code that arrived is taken until then', () => {
    expect(agendaAfter(opened, claimed(1), [kinds.challengeFailed, of(1)])).toMatchObject([
      { task: 'challenge-expire', dueAt: expiresAt },
    ])
  })
})

const ends = [
  kinds.challengeReplied,
  kinds.challengeValid,
  kinds.challengeExpired,
  kinds.challengeSuperseded,
] as const

test.each(ends)('after $name nothing is sent, and a claimed call is still looked up', (kind) => {
  expect(agendaAfter(opened, [kind])).toEqual([])
  expect(agendaAfter(opened, claimed(1), [kind])).toMatchObject([{ task: 'challenge-look-up' }])
  expect(agendaAfter(opened, claimed(1), [kind], [kinds.challengeDeferred, of(1, now)])).toEqual([])
  expect(agendaAfter(opened, [kind], [kinds.challengeUndeliverable, of(1, now)])).toEqual([])
})

describe('whatever happens', () => {
  const arbitraryEntry = fc.record({
    kind: fc.constantFrom(...kinds.challengeKinds.filter((kind) => kind !== kinds.challengeOpened)),
    ref: fc.constantFrom('r1', 'r2'),
    attempt: fc.integer({ min: 1, max: 4 }),
    dueAt: fc.option(fc.integer({ min: now, max: expiresAt + 1 })),
  })
  /** Two records, opened at some time among entries that need not make sense. */
  const arbitraryJournal = fc
    .tuple(fc.array(arbitraryEntry, { maxLength: 40 }), fc.nat({ max: 40 }), fc.nat({ max: 40 }))
    .map(([entries, first, second]): NewEntry[] => {
      const both: NewEntry[] = [...entries]
      for (const [index, ref] of [[first, 'r1'] as const, [second, 'r2'] as const])
        both.splice(index, 0, { kind: kinds.challengeOpened, ref, dueAt: expiresAt })
      return both
    })

  test('a closed record is never sent for, and at most one send of a record is open', () => {
    fc.assert(
      fc.property(arbitraryJournal, (entries) => {
        const locked = journal()
        const closed = new Set<string | null>()
        for (const entry of entries) {
          append(locked, entry)
          if (ends.some((kind) => kind === entry.kind)) closed.add(entry.ref ?? null)
          if (entry.kind === kinds.challengeOpened) closed.delete(entry.ref ?? null)
          const sends = locked.tasks.filter(({ task }) => task === taskNames.send)
          expect(sends.filter(({ ref }) => closed.has(ref))).toEqual([])
          expect(new Set(sends.map(({ ref }) => ref)).size).toBe(sends.length)
        }
      }),
    )
  })

  test('a claim is looked up until its outcome is known, and no key is used twice', () => {
    const outcomes: readonly Kind[] = [
      kinds.challengeAccepted,
      kinds.challengeDeferred,
      kinds.challengeUncertain,
      kinds.challengeFailed,
      kinds.challengeUndeliverable,
    ]
    fc.assert(
      fc.property(arbitraryJournal, (entries) => {
        const locked = journal()
        const used = new Map<string, number>()
        for (const entry of entries) {
          const before = locked.tasks
          append(locked, entry)
          const isLookUp = ({ task }: Tasks[number]) => task === taskNames.lookUp
          const mayChange = outcomes.includes(entry.kind) || entry.kind === kinds.challengeClaimed
          const kept = mayChange ? locked.tasks : before
          expect(locked.tasks.filter(isLookUp)).toEqual(kept.filter(isLookUp))
          for (const { key, seq } of locked.tasks) {
            expect(used.get(key) ?? seq).toBe(seq)
            used.set(key, seq)
          }
        }
      }),
    )
  })

  test('no record changes what is to be done for another', () => {
    fc.assert(
      fc.property(arbitraryJournal, (entries) => {
        const locked = journal()
        for (const entry of entries) {
          const others = (tasks: Tasks) => tasks.filter(({ ref }) => ref !== entry.ref)
          const before = others(locked.tasks)
          append(locked, entry)
          expect(others(locked.tasks)).toEqual(before)
        }
      }),
    )
  })
})
