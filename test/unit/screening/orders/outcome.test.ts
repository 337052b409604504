// What an attempt's end means, and which attempt comes next: nothing is bought again unless that is safe.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, type CallResult, type OrderSituation } from '#src/screening/orders/outcome.ts'
import { planNext, type TriedPurchase } from '#src/screening/orders/plan.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'

const accounts = (names: readonly string[] = ['first', 'second']): OrderSituation['accounts'] => ({
  names,
  openMs: () => 0,
  isFull: () => false,
})

const at = (
  repeat: CheckAccount['repeat'] | undefined,
  changed: Partial<OrderSituation> = {},
): OrderSituation => ({
  account: 'first',
  configured: repeat && { repeat, resultMs: 60_000 },
  sent: 1,
  claimedAt: 0,
  isAccepted: false,
  before: [],
  accounts: accounts(),
  now: 1_000,
  jitter: 0,
  ...changed,
})

const answered: CallResult = { kind: 'answered', answer: {} }
const uncertain: CallResult = { kind: 'uncertain', cause: 'timeout' }

describe('a purchase with an unknown outcome', () => {
  test.each([
    ['safe', { outcome: 'deferred', next: { kind: 'again', dueAt: 1_000 } }],
    ['key', { outcome: 'uncertain', next: { kind: 'look-up', dueAt: 3_000 } }],
    ['lookup', { outcome: 'uncertain', next: { kind: 'look-up', dueAt: 3_000 } }],
    ['never', { outcome: 'uncertain', next: { kind: 'fail', code: 'check-uncertain' } }],
    [undefined, { outcome: 'uncertain', next: { kind: 'fail', code: 'check-uncertain' } }],
  ] as const)('is repeated as its account says: %s', (repeat, decision) => {
    expect(decide(uncertain, at(repeat))).toMatchObject(decision)
  })

  test('is sent again under its key at ever longer distances, and in the end called uncertain', () => {
    const dues = [1, 2, 3, 4, 5].map((sent) => decide(uncertain, at('key', { sent })).next)
    expect(dues).toEqual([
      { kind: 'look-up', dueAt: 3_000 },
      { kind: 'look-up', dueAt: 21_000 },
      { kind: 'look-up', dueAt: 121_000 },
      { kind: 'look-up', dueAt: 601_000 },
      { kind: 'fail', code: 'check-uncertain' },
    ])
  })

  test.each<CallResult>([
    { kind: 'deferred', code: 'http-429', class: 'rate' },
    { kind: 'deferred', code: 'no-connection', class: 'transient' },
    { kind: 'rejected', code: 'http-401', class: 'account' },
  ])('stays so when its repeat under the key has surely bought nothing: $code', (found) => {
    const { outcome, next } = decide(found, at('key', { sent: 2 }))
    expect({ outcome, next }).toEqual({
      outcome: 'uncertain',
      next: { kind: 'look-up', dueAt: 21_000 },
    })
    expect(decide(found, at('key', { sent: 5 })).next).toEqual({
      kind: 'fail',
      code: 'check-uncertain',
    })
    expect(decide(found, at('key')).outcome).not.toBe('uncertain')
  })

  test('is repeated no sooner than the vendor has said', () => {
    const found = {
      kind: 'deferred',
      code: 'http-429',
      class: 'rate',
      retryAfterMs: 60_000,
    } as const
    expect(decide(found, at('key', { sent: 2 })).next).toEqual({ kind: 'look-up', dueAt: 61_000 })
  })

  test('goes to nobody else but where a repeat is safe', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('key', 'lookup', 'never', undefined),
        fc.integer({ min: 1, max: 6 }),
        (repeat, sent) => {
          expect(decide(uncertain, at(repeat, { sent })).next.kind).not.toBe('again')
        },
      ),
    )
  })

  test('that is proved absent is bought by the next account', () => {
    expect(decide({ kind: 'absent' }, at('lookup'))).toMatchObject({
      outcome: 'deferred',
      next: { kind: 'again', dueAt: 1_000 },
    })
    expect(decide({ kind: 'unknown' }, at('lookup')).next).toMatchObject({
      code: 'check-uncertain',
    })
  })
})

describe('a refusal', () => {
  test('of the input is asked of nobody else, and is no verdict', () => {
    const refused: CallResult = { kind: 'rejected', class: 'input', code: 'x' }
    expect(decide(refused, at('key')).next).toEqual({ kind: 'fail', code: 'input-refused' })
  })

  test('of our access is given to the next account at once, and fails with the last', () => {
    const refused: CallResult = { kind: 'rejected', class: 'account', code: 'x' }
    expect(decide(refused, at('key')).next).toEqual({ kind: 'again', dueAt: 1_000 })
    const alone = at('key', { accounts: accounts(['first']) })
    expect(decide(refused, alone).next).toEqual({ kind: 'fail', code: 'provider-failed' })
  })

  test('for now waits for as long as the vendor says, where there is nobody else', () => {
    const busy: CallResult = { kind: 'deferred', class: 'rate', code: 'x', retryAfterMs: 9_000 }
    const alone = at('key', { accounts: accounts(['first']) })
    expect(decide(busy, alone).next).toEqual({ kind: 'again', dueAt: 10_000 })
    expect(decide(busy, at('key')).next).toEqual({ kind: 'again', dueAt: 1_000 })
  })
})

describe('a result that comes later', () => {
  const poll = { everyMs: 3_000, ask: async () => undefined }
  const configured = { repeat: 'never', resultMs: 60_000, poll } as const

  test('is asked for, ever less often, until its time is over', () => {
    const first = decide({ kind: 'accepted' }, at('never', { configured }))
    expect(first).toMatchObject({ outcome: 'accepted', next: { kind: 'await', dueAt: 4_000 } })
    const waiting = at('never', { configured, isAccepted: true, sent: 2, now: 4_000 })
    expect(decide({ kind: 'not-ready' }, waiting).next).toEqual({ kind: 'await', dueAt: 7_900 })
    const late = at('never', { configured, isAccepted: true, now: 60_000 })
    expect(decide({ kind: 'not-ready' }, late).next).toEqual({ kind: 'fail', code: 'no-result' })
  })

  test('is waited for until its time is over where it is only reported', () => {
    expect(decide({ kind: 'accepted' }, at('never')).next).toEqual({ kind: 'await', dueAt: 60_000 })
  })

  test('is never bought again, whatever asking for it brings', () => {
    const brought: CallResult[] = [
      uncertain,
      { kind: 'later' },
      { kind: 'absent' },
      { kind: 'deferred', class: 'rate', code: 'x' },
      { kind: 'rejected', class: 'account', code: 'x' },
    ]
    for (const found of brought) {
      const { next } = decide(found, at('safe', { configured, isAccepted: true }))
      expect(['await', 'fail']).toContain(next.kind)
    }
  })
})

test('an answer ends it, whatever was known before', () => {
  for (const isAccepted of [false, true])
    expect(decide(answered, at('never', { isAccepted }))).toMatchObject({
      outcome: 'answered',
      next: { kind: 'done' },
    })
})

describe('the next attempt', () => {
  const tried = (account: string, outcome: TriedPurchase['outcome']): TriedPurchase => ({
    account,
    outcome,
    failureClass: outcome === 'failed' ? 'account' : 'transient',
  })

  test('is made by the account that has refused nothing yet', () => {
    expect(planNext([], accounts())).toMatchObject({ kind: 'call', account: 'first', waitMs: 0 })
    expect(planNext([tried('first', 'deferred')], accounts())).toMatchObject({ account: 'second' })
  })

  test('is none while the last one may have bought something', () => {
    for (const outcome of [null, 'uncertain', 'accepted', 'answered'] as const)
      expect(planNext([tried('first', outcome)], accounts())).toEqual({ kind: 'none' })
  })

  test('ends: however often accounts refuse, they are asked a bounded number of times', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.constantFrom('deferred', 'failed')), (outcomes) => {
        const made: TriedPurchase[] = []
        for (;;) {
          const plan = planNext(made, accounts(['a', 'b', 'c']))
          if (plan.kind === 'fail') break
          if (plan.kind !== 'call') throw new Error('an account is free')
          made.push(tried(plan.account, outcomes.next().value as 'deferred'))
        }
        expect(made.length).toBeLessThanOrEqual(10)
      }),
    )
  })

  test('has nobody where nobody has the service, and waits where all are left alone', () => {
    expect(planNext([], accounts([]))).toEqual({ kind: 'fail', code: 'no-provider' })
    const resting = { ...accounts(), openMs: (name: string) => (name === 'first' ? 9 : 5) }
    expect(planNext([], resting)).toEqual({ kind: 'wait', account: 'second', waitMs: 5 })
    expect(planNext([], { ...accounts(), isFull: () => true })).toMatchObject({
      kind: 'full',
      account: 'first',
    })
  })
})
