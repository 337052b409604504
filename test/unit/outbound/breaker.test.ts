// An account that keeps failing is left alone for a minute, and no other answer counts against it.
import { expect, test } from 'vitest'
import { createBreakers } from '#src/outbound/breaker.ts'
import type { SendResult } from '#src/challenges/port.ts'

const refused = { kind: 'rejected', class: 'account', code: 'v-20003' } as const
const broken = { kind: 'uncertain', cause: 'http5xx' } as const

function breakersAt() {
  const clock = { now: 1_000_000 }
  return { clock, breakers: createBreakers(() => clock.now) }
}

test('the fifth failure within a minute opens the breaker, for a minute', () => {
  const { clock, breakers } = breakersAt()
  const noted = [refused, broken, refused, broken, refused].map((result) => {
    clock.now += 10_000
    return breakers.note('a', result)
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
  for (let count = 0; count < 4; count++) breakers.note('a', refused)
  clock.now += 60_000
  expect(breakers.note('a', refused)).toBe(false)
  expect(breakers.openMs('a')).toBe(0)
})

test('what was under way when it opened does not keep it open for longer, and it takes five to open again', () => {
  const { clock, breakers } = breakersAt()
  for (let count = 0; count < 5; count++) breakers.note('a', refused)
  clock.now += 30_000
  breakers.note('a', broken)
  expect(breakers.openMs('a')).toBe(30_000)
  clock.now += 30_000
  expect([1, 2, 3, 4, 5].map(() => breakers.note('a', refused)).indexOf(true)).toBe(4)
})

test.each<SendResult>([
  { kind: 'accepted', providerMsgId: 'm' },
  { kind: 'rejected', class: 'recipient', code: 'v-21211' },
  { kind: 'rejected', class: 'content', code: 'v-21617' },
  { kind: 'deferred', class: 'rate', code: 'v-20429' },
  { kind: 'deferred', class: 'transient', code: 'unreachable-dns' },
  { kind: 'uncertain', cause: 'timeout' },
])('$kind does not count against the account', (result) => {
  const { breakers } = breakersAt()
  for (let count = 0; count < 10; count++) breakers.note('a', result)
  expect(breakers.openMs('a')).toBe(0)
})
