// What one person alone may not approve, and who may decide at all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FactValues } from '#src/journey/facts/facts.ts'
import {
  addParticipant,
  findSigns,
  listExcluded,
  refusalFor,
  type Sign,
  signNames,
  takesTwo,
} from '#src/packs/reviews/rules.ts'

/** Each must not be approved by one. */
const bad: readonly (readonly [Sign, FactValues])[] = [
  ['spoof', { liveness: { status: 2 } }],
  ['spoof', { liveness: { status: 1, spoofs: 1 } }],
  ['document-refused', { documentReading: { result: 'Reprovado' } }],
  ['document-refused', { documents: { verdict: 'Reprovado' } }],
  ['document-refused', { documents: { verdict: 'Aprovado', refused: 1 } }],
  ['faces-differ', { faceMatch: { verdict: 'no-match' } }],
  ['faces-differ', { faces: { verdict: 'no-match' } }],
  ['faces-differ', { faces: { verdict: 'match', mismatches: 1 } }],
  ['sanctioned', { checks: { sanctioned: true } }],
  ['sanctioned', { others: { sanctioned: true } }],
  ['criminal-warrant', { checks: { criminalWarrant: true } }],
  ['criminal-warrant', { others: { criminalWarrant: true } }],
  ['denied-entry', { lists: { denyAction: 'reject' } }],
  ['denied-entry', { others: { denyAction: 'reject' } }],
  ['denied', { phones: { denied: true, verifiedByReply: true } }],
  ['denied', { link: { denied: true } }],
]

test('each sign is found, whatever else is known', () => {
  for (const [sign, facts] of bad) {
    expect(findSigns(facts, [])).toEqual([sign])
    expect(
      findSigns({ liveness: { status: 1 }, checks: { personFound: true }, ...facts }, []),
    ).toContain(sign)
  }
  const together: Record<string, Readonly<Record<string, unknown>>> = {}
  for (const [, facts] of bad.toReversed())
    for (const [group, values] of Object.entries(facts))
      together[group] = { ...together[group], ...values }
  expect(findSigns(together, undefined)).toEqual(signNames)
})

test('what is good, and what nobody knows, is no sign', () => {
  const good = {
    liveness: { status: 1, spoofs: 0 },
    documents: { verdict: 'Aprovado', refused: 0 },
    faces: { verdict: 'match', mismatches: 0 },
    checks: { sanctioned: false, civilWarrant: true, criminalWarrant: false },
    lists: { denyAction: 'review' },
    others: { denyAction: 'review' },
    phones: { denied: false },
  }
  expect(findSigns(good, [])).toEqual([])
  expect(findSigns({}, [])).toEqual([])
})

test('what was seen before counts as what is known now, and where it is not known that counts too', () => {
  for (const [sign, facts] of bad) expect(findSigns({}, [{}, facts])).toEqual([sign])
  expect(findSigns({}, undefined)).toEqual(['evidence-missing'])
})

const signs = fc.subarray([...signNames])
const verdicts = fc.constantFrom('approved' as const, 'rejected' as const, 'again' as const)

test('one person approves only where there is no sign; two are demanded for all where the pack says so', () => {
  fc.assert(
    fc.property(
      signs,
      verdicts,
      fc.constantFrom(1 as const, 2 as const),
      (found, verdict, people) => {
        const mayAlone = people === 1 && (verdict !== 'approved' || found.length === 0)
        expect(takesTwo(verdict, found, { people })).toBe(!mayAlone)
      },
    ),
  )
})

test('people who have decided join once, programs never', () => {
  expect(addParticipant([], 'ana')).toEqual(['ana'])
  expect(addParticipant(['ana'], 'ana')).toEqual(['ana'])
  expect(addParticipant(['ana'], undefined)).toEqual(['ana'])
})

test('an appeal is nobody’s who took part, nor the appellant’s where no person is known to have decided', () => {
  const byPerson = { excluded: ['ana', 'bia'], decidedBy: 'bia', firstBy: 'ana' }
  expect(listExcluded(byPerson, 'caio')).toEqual(['ana', 'bia'])
  const byProgram = { excluded: [], decidedBy: 'key', firstBy: null }
  expect(listExcluded(byProgram, 'caio')).toEqual(['key', 'caio'])
  const unknown = { excluded: [], decidedBy: 'bia', firstBy: 'ana' }
  expect(listExcluded(unknown, 'caio')).toEqual(['bia', 'ana', 'caio'])
})

test('it is decided by whoever has it in hand, while it is open', () => {
  const people = fc.constantFrom('ana', 'bia', null)
  const times = fc.option(fc.integer({ min: 0, max: 20 }))
  fc.assert(
    fc.property(people, times, fc.boolean(), (claimedBy, until, isClosed) => {
      const claimedUntil = until === null ? null : new Date(until)
      const closedAt = isClosed ? new Date(5) : null
      const refused = refusalFor({ closedAt, claimedBy, claimedUntil }, 'ana', new Date(10))
      const mayDecide = !isClosed && claimedBy === 'ana' && until !== null && until > 10
      expect(refused).toBe(mayDecide ? undefined : isClosed ? 'decided' : 'not-yours')
    }),
  )
})
