import { expect, test } from 'vitest'
import { findFaults } from '#test/load/chaos/checks/events.ts'
import type { Journey } from '#test/load/chaos/journeys.ts'
import type { HeardEvent } from '#test/load/chaos/listening.ts'

const answer = { status: 'completed', outcome: 'rejected' }
const journey: Journey = {
  kind: 'mail',
  tenant: 'norte',
  mode: 'live',
  email: 'one@example.com',
  phone: '+5511960000000',
  id: 't',
  asked: {},
  checks: 0,
  isValidated: true,
  packs: [{ name: 'basic', answer }],
}

const eventOf = (id: string, type: string, data: HeardEvent['data'] = {}): HeardEvent => ({
  id,
  type,
  transactionId: 't',
  data,
})
const heard = [
  eventOf('1', 'transaction.created'),
  eventOf('2', 'token.confirmed'),
  eventOf('3', 'pack.completed', { pack: 'basic', ...answer }),
]
const ids = new Set(['1', '2', '3'])

test('what was heard once and as it was answered is no fault', () => {
  expect(findFaults(heard, ids, [journey])).toEqual([])
})

test('an event that came twice, is missing or never was is a fault', () => {
  expect(findFaults([...heard, ...heard.slice(0, 1)], ids, [])).toEqual(['1 events came twice'])
  expect(findFaults(heard.slice(1), ids, [])).toEqual(['1 events are missing: 1'])
  expect(findFaults(heard, new Set(['1', '2']), [])).toEqual(['1 events never were: 3'])
})

test('an outcome that is not the one that was answered is a fault, and so is one that is missing', () => {
  const other = { ...answer, pack: 'basic', outcome: 'approved' }
  const told = [...heard.slice(0, 2), eventOf('3', 'pack.completed', other)]
  expect(findFaults(told, ids, [journey])[0]).toContain('1 ends of basic')
  expect(findFaults(heard.slice(0, 2), new Set(['1', '2']), [journey])[0]).toContain('0 ends of')
})

test('a journey is created once, and confirmed where its code was taken alone', () => {
  const { isValidated: _, ...waiting } = journey
  expect(findFaults(heard, ids, [waiting])).toEqual(['mail (t): confirmed 1 times'])
})
