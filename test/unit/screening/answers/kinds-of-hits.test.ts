// The kinds of hits stay apart.
import { expect, test } from 'vitest'
import { describeChecks } from '#src/screening/facts/person-facts.ts'
import { listKindsOf, warrantKindOf } from '#src/screening/answers/kinds-of-hits.ts'
import type { Statement } from '#src/screening/facts/statements.ts'

const entry = { id: '1', name: 'x', score: 1, match: true, lists: ['l'] }

test.each([
  ['Sanctions', ['sanction.linked'], ['sanction']],
  ['Sanctions', ['role.pep.natl'], ['exposed']],
  ['Sanctions', ['debarment'], ['debarment']],
  ['Sanctions', ['debarment', 'sanction'], ['sanction', 'debarment']],
  ['Sanctions', ['crime.fin'], ['sanction']],
  ['Sanctions', ['Sanctions'], ['sanction']],
  ['Sanctions', ['SANCTION_LIST'], ['sanction']],
  ['Sanctions', ['debarment', 'sanctions'], ['sanction', 'debarment']],
  ['Sanctions', ['Debarments'], ['debarment']],
  ['Sanctions', ['debarment', 'something new'], ['debarment', 'sanction']],
  ['Sanctions', ['debarment', 'crime.fraud'], ['debarment', 'sanction']],
  ['Sanctions', ['debarment', 'gov.soe', 'corp.public'], ['debarment']],
  ['Sanctions', ['PEPs'], ['exposed']],
  ['Sanctions', ['role.pep', 'role.judge'], ['exposed']],
  ['Sanctions', ['corp.shell'], ['sanction']],
  ['Sanctions', [], ['sanction']],
  ['Sanctions', ['sanctioned'], ['sanction']],
  ['Pep', ['role.rca'], ['exposed']],
  ['Pep', ['wanted'], ['wanted']],
  ['Pep', [], ['exposed']],
  ['AdverseMedia', ['sanction'], ['media']],
])('an entry that %s finds with topics %j is %j', (service, topics, kinds) => {
  expect(listKindsOf(service, { ...entry, topics })).toEqual(kinds)
})

test.each([
  ['warrant', 'criminal'],
  ['Mandado de prisão civil', 'civil'],
  ['prisão por alimentos', 'civil'],
  ['anything else', 'criminal'],
])('a warrant of kind %s is %s', (kind, is) => {
  expect(warrantKindOf({ id: '1', kind })).toBe(is)
})

const factsOf = (service: string, answer: object) =>
  describeChecks(
    [
      {
        port: 'person-check',
        service,
        source: 'a',
        isAuthoritative: false,
        isOwn: true,
        subject: {},
        answer,
      } as Statement,
    ],
    { documentType: 'cpf' },
  )

test('who is exposed in a list of sanctions is exposed, and not sanctioned', () => {
  expect(factsOf('Sanctions', { matches: [{ ...entry, topics: ['role.pep'] }] })).toEqual({
    sanctioned: false,
    exposed: true,
    debarred: false,
    hit: true,
    exposedBy: ['a l -'],
  })
})

test('that nobody is exposed only the list of exposed persons says', () => {
  expect(factsOf('Sanctions', { matches: [] })).not.toHaveProperty('exposed')
  expect(factsOf('Pep', { matches: [] })).not.toHaveProperty('sanctioned')
})

test('a civil warrant is no criminal one, and both are wanted', () => {
  expect(factsOf('ArrestWarrant', { records: [{ id: '1', kind: 'civil' }] })).toEqual({
    wanted: true,
    criminalWarrant: false,
    civilWarrant: true,
    hit: true,
  })
})
