// Which attempt comes next, and what an attempt's end means: every class of answer, in every place.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SendOutcome } from '#src/messaging/challenges/port.ts'
import type { FailureClass } from '#src/messaging/challenges/vendor-events.ts'
import { emailRules, phoneRules, sendsPerRecordMax } from '#src/messaging/challenges/settings.ts'
import {
  decideAfterLookup,
  decideAfterSend,
  judge,
  type SendSituation,
} from '#src/messaging/sending/outcome.ts'
import { messageDefaults } from '#src/platform/tenants/messages.ts'
import { countSends, planNext, type TriedSend } from '#src/messaging/challenges/plan.ts'

const now = Date.UTC(2026, 7, 3, 14)
const minute = 60_000

const accounts = (
  names: readonly string[] = ['a', 'b'],
  open: Record<string, number> = {},
  full: readonly string[] = [],
): SendSituation['accounts'] => ({
  names,
  openMs: (account) => open[account] ?? 0,
  isFull: (account) => full.includes(account),
  rules: phoneRules,
  hasNumbers: true,
})

const mailAccounts = (names: readonly string[] = ['a']): SendSituation['accounts'] => ({
  ...accounts(names),
  rules: emailRules,
  hasNumbers: false,
})

const tried = (
  account: string,
  outcome: TriedSend['outcome'],
  failureClass: FailureClass | null = null,
  code: string | null = null,
): TriedSend => ({ account, outcome, failureClass, code })

const at = (changed: Partial<SendSituation> = {}): SendSituation => ({
  account: 'a',
  before: [],
  accounts: accounts(),
  now,
  claimedAt: now - 1_000,
  expiresAt: now + 10 * minute,
  jitter: 0,
  ...changed,
})

const rejected = (failureClass: Extract<SendOutcome, { kind: 'rejected' }>['class']) =>
  ({ kind: 'rejected', class: failureClass, code: 'v-1' }) as const
const rate = { kind: 'deferred', class: 'rate', code: 'v-429' } as const
const unreachable = { kind: 'deferred', class: 'transient', code: 'unreachable-dns' } as const

/** What follows a result: `again` after so many ms with this account and number, or the failure. */
function follow(result: SendOutcome, changed: Partial<SendSituation> = {}) {
  const situation = at(changed)
  const { outcome, code, failureClass, next } = decideAfterSend(result, situation)
  if (next.kind === 'fail') return `fails: ${next.code}`
  if (next.kind !== 'again') return next.kind
  const { source = '' } = situation
  const ended = { account: situation.account, outcome, code, failureClass, source }
  const plan = planNext([...situation.before, ended], situation.accounts)
  if (plan.kind !== 'call' && plan.kind !== 'wait') throw new Error('nothing would be sent')
  return `${plan.account}, ${plan.number} number, after ${next.dueAt - situation.now} ms`
}

describe('the first attempt', () => {
  test('goes to the first account of the channel', () => {
    expect(planNext([], accounts())).toMatchObject({ kind: 'call', account: 'a', waitMs: 0 })
  })

  test('goes to the second while the breaker of the first is open', () => {
    expect(planNext([], accounts(['a', 'b'], { a: 9_000 }))).toMatchObject({ account: 'b' })
  })

  test('waits for the breaker that closes first when all are open', () => {
    expect(planNext([], accounts(['a', 'b'], { a: 9_000, b: 4_000 }))).toEqual({
      kind: 'wait',
      account: 'b',
      number: 'same',
      waitMs: 4_000,
    })
  })

  test('goes past an account with as many calls under way as it may have', () => {
    expect(planNext([], accounts(['a', 'b'], {}, ['a']))).toMatchObject({ account: 'b' })
  })

  test('is held, and not claimed, while no account that is in use has a place', () => {
    expect(planNext([], accounts(['a', 'b'], {}, ['a', 'b']))).toEqual({
      kind: 'full',
      account: 'a',
    })
    expect(planNext([], accounts(['a', 'b'], { b: 9_000 }, ['a']))).toEqual({
      kind: 'full',
      account: 'a',
    })
    const again = [tried('a', 'deferred', 'rate')]
    expect(planNext(again, accounts(['a'], {}, ['a']))).toEqual({ kind: 'full', account: 'a' })
  })

  test('fails as no-provider where the channel has no account', () => {
    expect(planNext([], accounts([]))).toEqual({ kind: 'fail', code: 'no-provider' })
  })
})

describe('a refusal', () => {
  test('of the account: the next one at once, with the same number', () => {
    expect(follow(rejected('account'))).toBe('b, same number, after 0 ms')
  })

  test('of the last account: the record fails', () => {
    expect(follow(rejected('account'), { accounts: accounts(['a']) })).toBe(
      'fails: provider-failed',
    )
    const before = [tried('a', 'failed', 'account')]
    expect(follow(rejected('account'), { account: 'b', before })).toBe('fails: provider-failed')
  })

  test('of the recipient: the next number at once, with the first account', () => {
    expect(follow(rejected('recipient'))).toBe('a, next number, after 0 ms')
  })

  test('of a route that is not found: the next account with the same number, then the next number', () => {
    const here = { source: 'phone' }
    expect(follow(rejected('unrouted'), here)).toBe('b, same number, after 0 ms')
    const before = [{ ...tried('a', 'failed', 'unrouted'), ...here }]
    expect(follow(rejected('unrouted'), { ...here, account: 'b', before })).toBe(
      'a, next number, after 0 ms',
    )
    expect(follow(rejected('unrouted'), { accounts: accounts(['a']) })).toBe(
      'a, next number, after 0 ms',
    )
  })

  test('of the recipient for now: the next number', () => {
    expect(follow(rejected('recipient-later'))).toBe('a, next number, after 0 ms')
  })

  test('for a reason that nobody knows: the next account, and the first one is not blamed', () => {
    expect(follow(rejected('unknown'))).toBe('b, same number, after 0 ms')
    expect(judge(rejected('unknown'))).toBe('nothing')
    expect(judge({ kind: 'uncertain', cause: 'timeout' })).toBe('fault')
  })

  test('of the recipient passes by an account that was refused before', () => {
    const before = [tried('a', 'failed', 'account')]
    expect(follow(rejected('recipient'), { account: 'b', before })).toBe(
      'b, next number, after 0 ms',
    )
  })

  test('of the third number: no fourth', () => {
    const before = [tried('a', 'failed', 'recipient'), tried('a', 'failed', 'recipient')]
    expect(follow(rejected('recipient'), { before })).toBe('fails: recipient-refused')
  })

  test.each([
    ['optout', 'opted-out'],
    ['content', 'content-refused'],
    ['fraud', 'blocked'],
  ] as const)('of class %s: neither another account nor another number', (failureClass, code) => {
    expect(follow(rejected(failureClass))).toBe(`fails: ${code}`)
  })
})

describe('an account that refuses for now', () => {
  test('is tried again after 5 s and 20 s, then the next one at once', () => {
    const one = tried('a', 'deferred', 'rate')
    expect(follow(rate)).toBe('a, same number, after 5000 ms')
    expect(follow(rate, { before: [one] })).toBe('a, same number, after 20000 ms')
    expect(follow(rate, { before: [one, one] })).toBe('b, same number, after 0 ms')
    const spent = [one, one, tried('a', 'failed', 'rate')]
    expect(follow(rejected('account'), { account: 'b', before: spent })).toBe(
      'fails: provider-failed',
    )
  })

  test('waits as long as it asks for, and longer by the jitter', () => {
    expect(follow({ ...rate, retryAfterMs: 60_000 })).toBe('a, same number, after 60000 ms')
    expect(follow({ ...rate, retryAfterMs: 60_000 }, { jitter: 1 })).toBe(
      'a, same number, after 72000 ms',
    )
  })

  test('for longer than the record lives is not waited for', () => {
    expect(follow({ ...rate, retryAfterMs: 11 * minute })).toBe('b, same number, after 0 ms')
    expect(follow({ ...rate, retryAfterMs: 11 * minute }, { accounts: accounts(['a']) })).toBe(
      'fails: provider-failed',
    )
  })

  test('because it cannot be reached is passed by at once, and tried again when no other is left', () => {
    expect(follow(unreachable)).toBe('b, same number, after 0 ms')
    const before = [tried('a', 'deferred', 'transient', 'unreachable-dns')]
    expect(follow(unreachable, { account: 'b', before })).toBe('a, same number, after 5000 ms')
    expect(follow(unreachable, { accounts: accounts(['a']) })).toBe('a, same number, after 5000 ms')
  })

  test('is tried again at once when it was our own process that stood still', () => {
    expect(follow({ kind: 'deferred', class: 'transient', code: 'late' })).toBe(
      'a, same number, after 0 ms',
    )
  })
})

describe('a send without an outcome', () => {
  test('is looked up 20 s after its claim, and nothing is sent before', () => {
    const decision = decideAfterSend({ kind: 'uncertain', cause: 'timeout' }, at())
    expect(decision).toMatchObject({
      outcome: 'uncertain',
      code: 'timeout',
      next: { kind: 'look-up', dueAt: now + 19_000 },
    })
    expect(planNext([tried('a', 'uncertain', null, 'timeout')], accounts()).kind).toBe('none')
    expect(planNext([tried('a', null)], accounts()).kind).toBe('none')
  })

  test('that is told late is looked up at once', () => {
    const late = at({ claimedAt: now - minute })
    expect(decideAfterSend({ kind: 'uncertain', cause: 'timeout' }, late).next).toEqual({
      kind: 'look-up',
      dueAt: now,
    })
  })

  test('that the look-up finds is accepted', () => {
    expect(decideAfterLookup('found', at())).toMatchObject({ outcome: 'accepted' })
  })

  test('that the look-up does not find is sent again, once', () => {
    const absent = decideAfterLookup('absent', at())
    expect(absent).toMatchObject({ outcome: 'deferred', next: { kind: 'again', dueAt: now } })
    const once = [tried('a', 'deferred', null, 'absent')]
    expect(planNext(once, accounts())).toMatchObject({ account: 'a', number: 'same', waitMs: 0 })
    expect(decideAfterLookup('absent', at({ before: once })).next).toEqual({
      kind: 'fail',
      code: 'provider-failed',
    })
  })

  test('that cannot be looked up is never sent again: send-uncertain', () => {
    const { outcome, code, next } = decideAfterLookup('unknown', at())
    expect({ outcome, next }).toEqual({
      outcome: 'uncertain',
      next: { kind: 'fail', code: 'send-uncertain' },
    })
    expect(planNext([tried('a', outcome, null, code)], accounts()).kind).toBe('none')
  })

  test('of which nothing is reported goes to the next account after its time, from an account that may not have it', () => {
    const double = (afterMs: number, changed: Partial<SendSituation> = {}) =>
      decideAfterLookup(
        'unknown',
        at({ claimedAt: now - 20_000, doubleAfterMs: afterMs, ...changed }),
      )
    const token = double(30_000)
    expect(token).toMatchObject({
      outcome: 'uncertain',
      code: 'unreported',
      next: { kind: 'again', dueAt: now + 10_000 },
    })
    expect(double(60_000).next).toEqual({ kind: 'again', dueAt: now + 40_000 })
    const first = tried('a', 'uncertain', null, 'unreported')
    expect(planNext([first], accounts())).toMatchObject({
      kind: 'call',
      account: 'b',
      number: 'same',
    })
    const uncertain = { kind: 'fail', code: 'send-uncertain' }
    expect(double(30_000, { accounts: accounts(['a']) }).next).toEqual(uncertain)
    expect(double(30_000, { expiresAt: now + 5_000 }).next).toEqual(uncertain)
    expect(double(30_000, { account: 'b', before: [first] }).next).toEqual(uncertain)
  })

  test('whose vendor is away is not waited for longer than the next account', () => {
    const later = at({ claimedAt: now - 20_000, doubleAfterMs: 60_000 })
    expect(decideAfterLookup('later', later).next).toEqual({ kind: 'look-up', dueAt: now + 30_000 })
    const last = { ...later, claimedAt: now - 50_000 }
    expect(decideAfterLookup('later', last)).toMatchObject({
      code: 'unreported',
      next: { kind: 'again', dueAt: now + 10_000 },
    })
  })

  test('makes what fails afterwards uncertain: one of the messages may have left', () => {
    const before = [tried('a', 'uncertain', null, 'unreported')]
    for (const failureClass of ['account', 'content', 'recipient'] as const)
      expect(planNext([...before, tried('b', 'failed', failureClass)], accounts())).toMatchObject(
        failureClass === 'recipient'
          ? { kind: 'call', account: 'b', number: 'next' }
          : { kind: 'fail', code: 'send-uncertain' },
      )
  })

  test('is asked for again when the vendor is away, as long as the record lives', () => {
    expect(decideAfterLookup('later', at()).next).toEqual({ kind: 'look-up', dueAt: now + 30_000 })
    expect(decideAfterLookup('later', at({ expiresAt: now + 20_000 })).next).toEqual({
      kind: 'fail',
      code: 'send-uncertain',
    })
  })
})

describe('an e-mail', () => {
  const greylisted = { kind: 'deferred', class: 'transient', code: 'smtp-451' } as const
  const mail = (changed: Partial<SendSituation> = {}) => ({
    accounts: mailAccounts(),
    expiresAt: now + 60 * minute,
    ...changed,
  })
  const put = (count: number, failureClass: FailureClass = 'transient') =>
    Array.from({ length: count }, () => tried('a', 'deferred', failureClass, 'smtp-451'))

  test('that is put off waits 30 s, 2, 5, 10, 15 minutes, and then has failed', () => {
    const after = [0, 1, 2, 3, 4, 5].map((count) =>
      follow(greylisted, mail({ before: put(count) })),
    )
    const waits = [30, 120, 300, 600, 900].map(
      (seconds) => `a, same number, after ${seconds * 1_000} ms`,
    )
    expect(after).toEqual([...waits, 'fails: provider-failed'])
  })

  test('waits longer where the server asks for it, but not past its end', () => {
    const limited = (retryAfterMs: number) => follow({ ...rate, retryAfterMs }, mail())
    expect(limited(1)).toBe('a, same number, after 30000 ms')
    expect(limited(45_000)).toBe('a, same number, after 45000 ms')
    expect(limited(60 * minute)).toBe('fails: provider-failed')
  })

  test('is tried again later where our own access is at fault, by the next account at once', () => {
    const denied = { kind: 'deferred', class: 'account', code: 'auth' } as const
    expect(follow(denied, mail())).toBe('a, same number, after 30000 ms')
    expect(follow(denied, mail({ before: put(1, 'account') }))).toBe(
      'a, same number, after 120000 ms',
    )
    expect(follow(denied, mail({ before: put(5, 'account') }))).toBe('fails: provider-failed')
    expect(follow(denied, mail({ accounts: mailAccounts(['a', 'b']) }))).toBe(
      'b, same number, after 0 ms',
    )
  })

  test('whose address is refused has no other one', () => {
    expect(follow(rejected('recipient'), mail())).toBe('fails: recipient-refused')
    expect(follow(rejected('content'), mail())).toBe('fails: content-refused')
  })

  test('that came back is tried no more', () => {
    expect(planNext([tried('a', 'accepted', 'bounced')], mailAccounts())).toEqual({
      kind: 'fail',
      code: 'bounced',
    })
  })

  test('without an outcome is looked up at once: no report will come', () => {
    const lost = decideAfterSend({ kind: 'uncertain', cause: 'reset' }, at(mail()))
    expect(lost.next).toEqual({ kind: 'look-up', dueAt: now })
  })

  test('has spent its tries before it expires', () => {
    const total = emailRules.backoffSeconds.reduce((sum, seconds) => sum + seconds, 0)
    expect(total).toBeLessThan(messageDefaults.emailTokenMinutes * 60)
  })
})

describe('what an answer says of its account', () => {
  test.each<[SendOutcome, string]>([
    [{ kind: 'accepted', providerMsgId: 'm' }, 'works'],
    [rejected('recipient'), 'works'],
    [rejected('content'), 'works'],
    [rejected('account'), 'refused'],
    [rate, 'nothing'],
    [unreachable, 'nothing'],
    [{ kind: 'deferred', class: 'transient', code: 'unreachable-connect-timeout' }, 'fault'],
    [{ kind: 'deferred', class: 'account', code: 'auth' }, 'fault'],
    [{ kind: 'deferred', class: 'transient', code: 'late' }, 'nothing'],
    [{ kind: 'uncertain', cause: 'timeout' }, 'fault'],
    [{ kind: 'uncertain', cause: 'http5xx' }, 'fault'],
    [{ kind: 'uncertain', cause: 'reset' }, 'nothing'],
  ])('%j: %s', (result, verdict) => {
    expect(judge(result)).toBe(verdict)
  })
})

describe('after a failure that was reported for an accepted message', () => {
  const failed = (failureClass: FailureClass) => [tried('a', 'accepted', failureClass, 'v-1')]

  test('of the recipient: the next number', () => {
    expect(planNext(failed('recipient'), accounts())).toMatchObject({ number: 'next' })
  })

  test('of the way to it: the same once more, and then no more', () => {
    expect(planNext(failed('recipient-transient'), accounts())).toMatchObject({
      account: 'a',
      number: 'same',
    })
    const twice = [...failed('recipient-transient'), ...failed('recipient-transient')]
    expect(planNext(twice, accounts())).toEqual({ kind: 'fail', code: 'undelivered' })
  })

  test('of the account: the next one', () => {
    expect(planNext(failed('account'), accounts())).toMatchObject({ account: 'b', number: 'same' })
  })

  test('nothing follows an accepted message of which nothing bad is known', () => {
    expect(planNext([tried('a', 'accepted')], accounts()).kind).toBe('none')
  })
})

describe('whatever vendors answer', () => {
  const classes = ['recipient', 'optout', 'content', 'account', 'fraud'] as const
  const arbitraryResult = fc.oneof(
    fc.constantFrom<SendOutcome>({ kind: 'accepted', providerMsgId: 'm' }),
    fc.constantFrom(...classes).map(rejected),
    fc.record({
      kind: fc.constant('deferred' as const),
      class: fc.constantFrom('rate' as const, 'transient' as const),
      code: fc.constantFrom('v-1', 'unreachable-connect', 'late'),
      retryAfterMs: fc.nat({ max: 90_000 }),
    }),
    fc.constantFrom<SendOutcome>({ kind: 'uncertain', cause: 'timeout' }),
  )
  const arbitraryFound = fc.constantFrom('found', 'absent', 'unknown', 'later' as const)
  const arbitraryOpen = fc.record({
    a: fc.constantFrom(0, 0, 0, 60_000),
    b: fc.constantFrom(0, 0, 9_000),
  })

  /** A record from its opening to its end, as claim and record take it through the rules. */
  function live(
    names: readonly string[],
    answers: readonly (readonly [SendOutcome, 'found' | 'absent' | 'unknown' | 'later'])[],
    open: Record<string, number>,
    doubled: Pick<SendSituation, 'doubleAfterMs'> = {},
  ) {
    const history: TriedSend[] = []
    const posts: { account: string; certain: boolean }[] = []
    const expiresAt = now + 10 * minute
    let time = now
    for (const [result, found] of answers) {
      const plan = planNext(history, accounts(names, open))
      if (plan.kind === 'fail' || plan.kind === 'none' || plan.kind === 'full') break
      if (plan.kind === 'wait') break
      const situation = {
        ...at(),
        ...doubled,
        account: plan.account,
        before: [...history],
        now: time,
      }
      const here = { ...situation, accounts: accounts(names, open), claimedAt: time, expiresAt }
      let decision = decideAfterSend(result, here)
      posts.push({ account: plan.account, certain: result.kind !== 'uncertain' })
      while (decision.next.kind === 'look-up') {
        const later = { ...here, now: decision.next.dueAt }
        decision = decideAfterLookup(found === 'later' ? 'unknown' : found, later)
      }
      history.push({ account: plan.account, ...decision })
      if (decision.next.kind !== 'again') return { history, posts, end: decision.next }
      expect(decision.next.dueAt).toBeLessThan(expiresAt)
      expect(decision.next.dueAt).toBeGreaterThanOrEqual(time)
      time = decision.next.dueAt
    }
    return { history, posts, end: undefined }
  }

  const arbitraryLife = fc.tuple(
    fc.constantFrom(['a'], ['a', 'b'], ['a', 'b', 'c']),
    fc.array(fc.tuple(arbitraryResult, arbitraryFound), { minLength: 30, maxLength: 30 }),
    arbitraryOpen,
  )

  test('a record ends, is sent at most three times, and never again after it may have arrived', () => {
    fc.assert(
      fc.property(arbitraryLife, ([names, answers, open]) => {
        const { history, posts, end } = live(names, answers, open)
        expect(posts.length).toBeLessThan(answers.length)
        expect(countSends(history)).toBeLessThanOrEqual(sendsPerRecordMax)
        const goneOn = history.slice(0, -1)
        expect(
          goneOn.filter(({ outcome }) => outcome !== 'failed' && outcome !== 'deferred'),
        ).toEqual([])
        expect(history.at(-1)?.outcome === 'accepted').toBe(end?.kind === 'done')
      }),
      { numRuns: 2_000 },
    )
  })

  test('what may have left is doubled by other accounts alone, and sent at most three times in all', () => {
    fc.assert(
      fc.property(arbitraryLife, ([names, answers, open]) => {
        const { history, posts } = live(names, answers, open, { doubleAfterMs: 30_000 })
        expect(countSends(history)).toBeLessThanOrEqual(sendsPerRecordMax)
        history.forEach(({ account, outcome }, index) => {
          if (outcome !== 'uncertain') return
          expect(history.slice(index + 1).map((one) => one.account)).not.toContain(account)
        })
        expect(posts.length).toBeLessThan(answers.length)
      }),
    )
  })

  test('an account whose breaker is open is never called', () => {
    fc.assert(
      fc.property(arbitraryLife, ([names, answers, open]) => {
        const { posts } = live(names, answers, open)
        const closed = posts.filter(({ account }) => (open[account as 'a'] ?? 0) > 0)
        expect(closed).toEqual([])
      }),
    )
  })

  test('no account is tried more often than three times and one more after an empty look-up', () => {
    fc.assert(
      fc.property(arbitraryLife, ([names, answers, open]) => {
        const { posts, history } = live(names, answers, open)
        const numbers = history.filter(({ failureClass }) => failureClass === 'recipient').length
        for (const name of names) {
          const own = posts.filter(({ account }) => account === name).length
          expect(own).toBeLessThanOrEqual(3 + 1 + numbers)
        }
      }),
    )
  })
})
