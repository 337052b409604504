// Which look-ups are wanted, when they are due, and what follows from an answer.
import { expect, test } from 'vitest'
import type { LookUpAccount } from '#src/risk/insights/look-ups/port.ts'
import { ask, askedOf, isDefinite, isDue, wantedOf } from '#src/risk/insights/look-ups/needed.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'

const fields: StoredFields = {
  documentType: 'cpf',
  document: '52998224725',
  verifiedEmail: false,
  type: 1,
  email: 'Maria@Example.Test',
  address: { zipCode: '01310-100', city: 'SAO PAULO', state: 'SP' },
  card: { bin: '4011 78' },
}
const now = new Date('2026-11-20T12:00:00Z')
const known = (
  outcome: 'found' | 'absent' | 'failed' | 'open',
  agoMs: number,
  name: 'mx' | 'bin' = 'mx',
) => ({ name, outcome, at: new Date(now.getTime() - agoMs) })
const minute = 60_000

test('what is asked is normalised, and nothing is asked about what cannot be', () => {
  expect(['mx', 'cep', 'bin'].map((name) => askedOf(name as 'mx', fields))).toEqual([
    'example.test',
    '01310100',
    '401178',
  ])
  const bad = { ...fields, email: 'x', address: { zipCode: '1' }, card: { bin: '1' } }
  const all = ['mx', 'cep', 'bin'] as const
  expect(wantedOf(bad, all)).toEqual([])
  expect(wantedOf({ ...fields, address: { zipCode: '01310-100', country: 'PT' } }, all)).toEqual([
    'mx',
    'bin',
  ])
  expect(wantedOf(fields, ['cep'])).toEqual(['cep'])
})

test('an answer serves for ten minutes, an older one until a new one is there, a failure is tried again', () => {
  expect(isDue(undefined, now)).toBe(true)
  expect([9, 10].map((ago) => isDue(known('found', ago * minute), now))).toEqual([false, true])
  expect([0.9, 1].map((ago) => isDue(known('failed', ago * minute), now))).toEqual([false, true])
  expect(isDefinite(known('absent', 60 * minute), now)).toBe(true)
  expect(isDefinite(known('found', 24 * 60 * minute), now)).toBe(false)
  expect(isDefinite(known('failed', 0), now)).toBe(false)
})

test('a BIN that was bought serves for a day, and what follows from it until another is there', () => {
  const day = 24 * 60 * minute
  const due = [day - minute, day].map((ago) => isDue(known('found', ago, 'bin'), now))
  expect(due).toEqual([false, true])
  expect(isDefinite(known('found', 9 * day, 'bin'), now)).toBe(true)
  const open = known('open', 0, 'bin')
  expect([isDue(open, now), isDefinite(open, now)]).toEqual([false, false])
})

test.for<[string, Parameters<typeof ask>[0], LookUpAccount, unknown]>([
  [
    'a city as it is',
    'cep',
    { cep: async () => ({ found: { city: 'São Paulo', state: 'SP' } }) },
    { address: { zipFound: true, cityOfZip: true } },
  ],
  [
    'another city',
    'cep',
    { cep: async () => ({ found: { city: 'Santos', state: 'SP' } }) },
    { address: { zipFound: true, cityOfZip: false } },
  ],
  [
    'its namesake in another state',
    'cep',
    { cep: async () => ({ found: { city: 'São Paulo', state: 'RJ' } }) },
    { address: { zipFound: true, cityOfZip: false } },
  ],
  [
    'a city that is not told',
    'cep',
    { cep: async () => ({ found: {} }) },
    { address: { zipFound: true } },
  ],
  ['no such code', 'cep', { cep: async () => 'absent' }, { address: { zipFound: false } }],
  ['no such domain', 'mx', { mx: async () => 'absent' }, { email: { takesMail: false } }],
])('%s', async ([, name, account, found]) => {
  expect(await ask(name, fields, account, AbortSignal.timeout(100))).toEqual({ found })
})

test('what failed, and what nobody can be asked, says nothing', async () => {
  const signal = AbortSignal.timeout(100)
  expect(await ask('mx', fields, { mx: async () => 'failed' }, signal)).toBe('failed')
  expect(await ask('cep', fields, {}, signal)).toBe('failed')
})
