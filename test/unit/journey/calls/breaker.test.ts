// An account that keeps failing is left alone for a minute and then tried carefully, and no other verdict counts against it.
import { expect, test } from 'vitest'
import { createBreakers } from '#src/journey/calls/breaker.ts'

function breakersAt() {
  const clock = { now: 1_000_000 }
  return { clock, breakers: createBreakers(() => clock.now) }
}

test('the fifth failure within a minute opens the breaker, for a minute', () => {
  const { clock, breakers } = breakersAt()
  const noted = [1, 2, 3, 4, 5].map(() => {
    clock.now += 10_000
    return breakers.note('a', 'fault')
  })
  expect(noted).toEqual([undefined, undefined, undefined, undefined, 'account'])
  expect(breakers.openMs('a')).toBe(60_000)
  expect(breakers.openMs('b')).toBe(0)
  clock.now += 59_999
  expect(breakers.openMs('a')).toBe(1)
  clock.now += 1
  expect(breakers.openMs('a')).toBe(0)
})

test('failures that are a minute old no longer count', () => {
  const { clock, breakers } = breakersAt()
  for (let count = 0; count < 4; count++) breakers.note('a', 'fault')
  clock.now += 60_000
  expect(breakers.note('a', 'fault')).toBeUndefined()
  expect(breakers.openMs('a')).toBe(0)
})

test('what was under way when it opened neither keeps it open for longer nor ends its rest', () => {
  const { clock, breakers } = breakersAt()
  for (let count = 0; count < 5; count++) breakers.note('a', 'fault')
  clock.now += 30_000
  breakers.note('a', 'fault')
  expect(breakers.openMs('a')).toBe(30_000)
  breakers.note('a', 'works')
  expect(breakers.openMs('a')).toBe(30_000)
})

test.each(['works', 'nothing'] as const)('%s does not count against the account', (verdict) => {
  const { breakers } = breakersAt()
  for (let count = 0; count < 10; count++) breakers.note('a', verdict)
  expect(breakers.openMs('a')).toBe(0)
})

test('failures among answers that show that the account works do not open it', () => {
  const { breakers } = breakersAt()
  for (let count = 0; count < 20; count++) {
    breakers.note('a', 'fault')
    breakers.note('a', 'fault')
    breakers.note('a', 'works')
  }
  expect(breakers.openMs('a')).toBe(0)
})

test('after its rest the account has one place, then a tenth, then all', () => {
  const { clock, breakers } = breakersAt()
  const places = () => breakers.placesOf(64, 'a')
  expect(places()).toBe(64)
  for (let count = 0; count < 5; count++) breakers.note('a', 'fault')
  clock.now += 60_000
  expect(places()).toBe(1)
  breakers.note('a', 'nothing')
  expect(places()).toBe(1)
  breakers.note('a', 'works')
  expect(places()).toBe(7)
  for (let count = 0; count < 4; count++) breakers.note('a', 'works')
  expect(places()).toBe(7)
  breakers.note('a', 'works')
  expect(places()).toBe(64)
  expect(breakers.note('a', 'fault')).toBeUndefined()
})

test.each([0, 1, 5])('one failure after %s calls that worked gives it another rest', (worked) => {
  const { clock, breakers } = breakersAt()
  for (let count = 0; count < 5; count++) breakers.note('a', 'fault')
  clock.now += 60_000
  for (let count = 0; count < worked; count++) breakers.note('a', 'works')
  expect(breakers.note('a', 'fault')).toBe('account')
  expect(breakers.openMs('a')).toBe(60_000)
  clock.now += 60_000
  expect(breakers.placesOf(64, 'a')).toBe(1)
})

test('what an account refuses to one tenant rests it for that tenant alone, and carefully after that', () => {
  const { clock, breakers } = breakersAt()
  const note = (verdict: 'refused' | 'works', tenant: string) => breakers.note('a', verdict, tenant)
  expect([1, 2, 3, 4, 5].map(() => note('refused', 'acme')).at(-1)).toBe('tenant')
  expect(breakers.openMs('a', 'acme')).toBe(60_000)
  expect([breakers.openMs('a'), breakers.openMs('a', 'other')]).toEqual([0, 0])
  expect(breakers.longestOpenMs('a')).toBe(60_000)
  note('works', 'other')
  clock.now += 60_000
  expect([breakers.placesOf(64, 'a', 'acme'), breakers.placesOf(64, 'a', 'other')]).toEqual([1, 64])
  expect(note('refused', 'acme')).toBe('tenant')
  clock.now += 60_000
  for (let count = 0; count < 6; count++) note('works', 'acme')
  expect(breakers.placesOf(64, 'a', 'acme')).toBe(64)
})

test('what it refuses to five tenants is said of our access, and rests it for all', () => {
  const { breakers } = breakersAt()
  const refused = (tenant: string) => breakers.note('a', 'refused', tenant)
  for (const tenant of ['one', 'two', 'three', 'four']) {
    expect(refused(tenant)).toBeUndefined()
    expect(refused(tenant)).toBeUndefined()
  }
  expect(refused('five')).toBe('account')
  expect(breakers.openMs('a', 'six')).toBe(60_000)
})

test('a refusal while the account recovers from faults does not rest it for all again', () => {
  const { clock, breakers } = breakersAt()
  for (let count = 0; count < 5; count++) breakers.note('a', 'fault', 'acme')
  clock.now += 60_000
  expect(breakers.note('a', 'refused', 'acme')).toBeUndefined()
  expect(breakers.openMs('a')).toBe(0)
})

test('faults count for all while the account rests for one tenant', () => {
  const { breakers } = breakersAt()
  for (let count = 0; count < 5; count++) breakers.note('a', 'refused', 'acme')
  const noted = [1, 2, 3, 4].map(() => breakers.note('a', 'fault', 'acme'))
  expect(noted).toEqual([undefined, undefined, undefined, 'account'])
})
