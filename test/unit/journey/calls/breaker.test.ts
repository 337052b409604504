// An account that keeps failing is left alone for a minute, and no other verdict counts against it.
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
  expect(noted).toEqual([false, false, false, false, true])
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
  expect(breakers.note('a', 'fault')).toBe(false)
  expect(breakers.openMs('a')).toBe(0)
})

test('what was under way when it opened does not keep it open for longer, and it takes five to open again', () => {
  const { clock, breakers } = breakersAt()
  for (let count = 0; count < 5; count++) breakers.note('a', 'fault')
  clock.now += 30_000
  breakers.note('a', 'fault')
  expect(breakers.openMs('a')).toBe(30_000)
  clock.now += 30_000
  expect([1, 2, 3, 4, 5].map(() => breakers.note('a', 'fault')).indexOf(true)).toBe(4)
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
