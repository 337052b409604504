// A live send that has no outcome: a callback or a look-up says what became of it, and nobody guesses. The
// scenes begin together, because each of them waits its 20 seconds.
import { expect } from 'vitest'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { test as database } from '#test/db/fixture.ts'
import { newPhone, startCarriers, takenFor, toE164 } from '#test/support/messaging/carriers.ts'
import type { Behaviour } from '#test/support/vendors/server.ts'
import { createPhoneClient } from './client.ts'
import { kindsOf, only } from '#test/workflow/client.ts'
import { startServiceOn } from '#test/workflow/fixture.ts'

/** How the vendor behaves at the first try of each scene; then it takes whatever comes. */
const behaviours = {
  hangs: 'hang',
  resetsAfterTaking: 'reset',
  resetsBeforeTaking: 'reset-before-taking',
  fails: 'error',
  reports: 'reset',
  cannotBeAsked: 'reset',
  tokenHangs: 'hang',
  tokenResets: 'reset',
  tokenFails: 'error',
  tokenIsCutShort: 'half-answer',
  tokenIsNoAnswer: 'garbage',
  // Last: of two questions in doubt the one that is looked at first is sent again, so they may not be close together.
  hasHadItsShare: 'reset',
} as const satisfies Record<string, Behaviour>

type Name = keyof typeof behaviours
/** Of a vendor that cannot be asked, where another account of the tenant is left. */
const blind: readonly Name[] = [
  'cannotBeAsked',
  'hasHadItsShare',
  'tokenHangs',
  'tokenResets',
  'tokenFails',
  'tokenIsCutShort',
  'tokenIsNoAnswer',
]
const isToken = (name: Name) => name.startsWith('token')

type Scene = {
  readonly journal: readonly Entry[]
  readonly taken: number
  readonly failure: string | undefined
}

const test = database
  .extend('carriers', { scope: 'file' }, async ({}, { onCleanup }) => {
    const carriers = await startCarriers({ asked: ['first', 'second'], blind: ['blind', 'first'] })
    onCleanup(() => carriers.close())
    return carriers
  })
  .extend('scenes', { scope: 'file' }, async ({ url, carriers }, { onCleanup }) => {
    const service = await startServiceOn(url, { environment: carriers.environment })
    const names = Object.keys(behaviours) as Name[]
    const begun: Promise<readonly [Name, Scene]>[] = []
    // One after the other up to the vendor, so that each meets its own behaviour.
    for (const name of names) {
      const untilSent = Promise.withResolvers<void>()
      begun.push(play(name, untilSent.resolve))
      await untilSent.promise
    }

    async function play(name: Name, sent: () => void) {
      const isBlind = blind.includes(name)
      const tenant = isBlind ? 'blind' : 'asked'
      const client = createPhoneClient(service, { tenant, mode: 'live' })
      const server = isBlind ? carriers.blind : carriers.first
      server.next.push(behaviours[name])
      const phone = newPhone()
      const id = await client.createWith(phone)
      await (isToken(name) ? client.askSmsToken(id) : client.askSms(id))
      if (behaviours[name] === 'hang') await client.journalWith(id, 'challenge-attempt-claimed')
      else await client.journalWith(id, 'challenge-uncertain')
      sent()
      const [message] = takenFor(carriers.first, phone)
      if (name === 'reports' && message)
        await carriers.first.post(carriers.first.statusOf(message, 'sent'))
      const end = name === 'hasHadItsShare' ? 'challenge-failed' : 'challenge-accepted'
      await client.journalWith(id, end, 1, 90_000)
      const taken = [
        ...carriers.blind.messages.filter(({ to }) => `+${to}` === toE164(phone)),
        ...takenFor(carriers.first, phone),
        ...takenFor(carriers.second, phone),
      ]
      const failure = isToken(name) ? undefined : (await client.readSms(id)).failure
      const journal = await client.journal(id)
      return [name, { journal, taken: taken.length, failure: failure?.code }] as const
    }

    // Safe because `begun` has one for each name.
    onCleanup(() => service.close())
    return Object.fromEntries(await Promise.all(begun)) as Record<Name, Scene>
  })

/** From the claim of an attempt to what was said of it then. */
const afterMs = (journal: readonly Entry[], kind: Entry['kind'], attempt: number) => {
  const of = journal.filter((entry) => entry.attempt === attempt)
  const claim = only(of, 'challenge-attempt-claimed')
  return only(of, kind).at - claim.at
}

test.for(['hangs', 'resetsAfterTaking'] as const)(
  'taken without an answer (%s): after 20 s the look-up finds it, and it stays one message',
  (name, { scenes }) => {
    const { journal, taken } = scenes[name]
    expect(taken).toBe(1)
    // A look-up that nobody waits for, because the account is slow, is a fact that arrives later.
    expect(kindsOf(journal.filter(({ code }) => code !== 'asked'))).toEqual([
      'transaction-created',
      'challenge-opened',
      'challenge-attempt-claimed',
      'challenge-uncertain',
      'challenge-accepted',
    ])
    expect(afterMs(journal, 'challenge-accepted', 1)).toBeGreaterThanOrEqual(19_900)
    expect(afterMs(journal, 'challenge-accepted', 1)).toBeLessThan(25_000)
  },
)

test.for(['resetsBeforeTaking', 'fails'] as const)(
  'not taken, without an answer that says so (%s): the look-up finds nothing, and it is sent again once',
  (name, { scenes }) => {
    const { journal, taken } = scenes[name]
    expect(taken).toBe(1)
    expect(only(journal, 'challenge-deferred')).toMatchObject({ attempt: 1, code: 'absent' })
    expect(afterMs(journal, 'challenge-deferred', 1)).toBeGreaterThanOrEqual(19_900)
    expect(only(journal, 'challenge-accepted')).toMatchObject({ attempt: 2, provider: 'first' })
  },
)

test('taken without an answer, and reported: accepted at once, and never looked up', ({
  scenes,
  carriers,
}) => {
  const { journal, taken } = scenes.reports
  expect(taken).toBe(1)
  expect(afterMs(journal, 'challenge-accepted', 1)).toBeLessThan(10_000)
  expect(kindsOf(journal).slice(-2)).toEqual(['challenge-accepted', 'challenge-sent'])
  expect(carriers.first.next).toEqual([])
})

test('a question to a vendor that cannot be asked: the next account sends it after 60 s', ({
  scenes,
}) => {
  const { journal, taken, failure } = scenes.cannotBeAsked
  expect(taken).toBe(2)
  expect(failure).toBeUndefined()
  expect(only(journal, 'challenge-deferred')).toMatchObject({ attempt: 1, code: 'unreported' })
  expect(only(journal, 'challenge-accepted')).toMatchObject({ attempt: 2, provider: 'first' })
  const [first, second] = journal.filter(({ kind }) => kind === 'challenge-attempt-claimed')
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(59_900)
})

test('a question more than a tenth of an hour’s messages stays as it is: send-uncertain', ({
  scenes,
}) => {
  const { journal, taken, failure } = scenes.hasHadItsShare
  expect(taken).toBe(1)
  expect(failure).toBe('send-uncertain')
  expect(journal.filter(({ kind }) => kind === 'challenge-attempt-claimed')).toHaveLength(1)
})

test.for([
  ['tokenHangs', 2],
  ['tokenResets', 2],
  ['tokenFails', 1],
  ['tokenIsCutShort', 2],
  ['tokenIsNoAnswer', 2],
] as const)(
  'a token of which nothing is known (%s): the next account sends the same code after 30 s, %i in all',
  ([name, messages], { scenes, carriers }) => {
    const { journal, taken } = scenes[name]
    expect(taken).toBe(messages)
    const [first, second] = journal.filter(({ kind }) => kind === 'challenge-attempt-claimed')
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(29_900)
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(50_000)
    expect(second).toMatchObject({ attempt: 2, provider: 'first' })
    expect(carriers.first.messages.length).toBeGreaterThan(0)
  },
)
