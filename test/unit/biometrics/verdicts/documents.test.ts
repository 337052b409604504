// What the name on a document is worth against the one that was sent.
import { expect, test } from 'vitest'
import type { DocumentReading } from '#src/biometrics/engines/port.ts'
import {
  compareName,
  type DocumentFinding,
  type DocumentPolicy,
  judgeDocument,
  ownPolicy,
} from '#src/biometrics/verdicts/documents.ts'
import { joinSides } from '#src/biometrics/verdicts/sides.ts'
import { magicReading } from '#src/biometrics/examinations/magic.ts'

const claimed = { name: 'Maria Aparecida da Silva', cpf: '52998224725', birthdate: '1990-05-17' }
const reading = (fields: Partial<DocumentReading['fields']> = {}): DocumentReading => {
  const read = magicReading('magic-approved', claimed)
  if (!read) throw new Error('no reading')
  return { ...read, fields: { ...read.fields, ...fields } }
}
const judge = (
  fields: Partial<DocumentReading['fields']>,
  policy = ownPolicy,
  given: Partial<DocumentFinding> = {},
) =>
  judgeDocument({
    reading: reading(fields),
    claimed,
    hasPortrait: true,
    isConfirmed: true,
    others: 0,
    sides: { hasFront: true, hasBack: false, differ: false },
    today: '2026-11-22',
    policy,
    ...given,
  })

test.each([
  ['MARIA APARECIDA SILVA', 'same'],
  ['MARIA APARECIDA DA S1LVA', 'same'],
  ['MARIA DAS DORES SILVA', 'other'],
  ['', undefined],
])('%s: %s', (nome, verdict) => {
  expect(compareName(reading({ nome }), claimed.name)).toBe(verdict)
})

test.each([
  ['alteration', 'Inconclusivo'],
  ['presentation', 'Inconclusivo'],
  ['undecided', 'Aprovado'],
  ['none', 'Aprovado'],
  [undefined, 'Aprovado'],
] as const)('of which an engine says %s is %s', (attack, result) => {
  const said = { ...reading(), ...(attack && { attack }) }
  const judged = judge({}, ownPolicy, { reading: said })
  expect(judged.result).toBe(result)
  expect(judged.alerts).toEqual(result === 'Aprovado' ? [] : ['FORGERY_SUSPECTED'])
})

test('what rests on more than a picture does so with all of its sides', () => {
  const side = (of: 'front' | 'back', said: Partial<DocumentReading>) => ({
    id: of,
    takenAt: new Date(0),
    hash: of,
    reading: { ...reading(), side: of, ...said },
  })
  const joined = (front: Partial<DocumentReading>, back: Partial<DocumentReading>) =>
    joinSides(side('front', front), [side('back', back)]).reading
  expect(joined({ assurance: 'signed' }, {}).assurance).toBe('picture-only')
  expect(joined({ assurance: 'official' }, { assurance: 'signed' }).assurance).toBe('signed')
  expect(joined({ attack: 'none' }, { attack: 'alteration' }).attack).toBe('alteration')
  expect(joined({}, {}).attack).toBeUndefined()
})

test('another name is a mismatch, a missing one says nothing', () => {
  expect(judge({ nome: 'MARIA APARECIDA SILVA' })).toMatchObject({ result: 'Aprovado', alerts: [] })
  expect(judge({ nome: 'PEDRO ROCHA' }).alerts).toContain('NAME_MISMATCH')
  expect(judge({ nome: '' }).alerts).not.toContain('NAME_MISMATCH')
})

test('a tenant may ask for a higher rank, and weigh its parts otherwise', () => {
  const nome = 'MARIA APARECIDA SILVA JUNIOR'
  const { weights } = ownPolicy
  expect(judge({ nome }, { ...ownPolicy, rankMin: 95 }).result).toBe('Inconclusivo')
  const heavier = { ...ownPolicy, weights: { ...weights, name: 100 } }
  expect(judge({ nome }, heavier).result).toBe('Inconclusivo')
})

test('a doubtful name is approved with the same number, and with nothing less', () => {
  const nome = 'MARIA APARECIDA SILVA JUNIOR'
  expect(compareName(reading({ nome }), claimed.name)).toBe('doubtful')
  expect(judge({ nome })).toMatchObject({ result: 'Aprovado', alerts: [] })
  expect(judge({ nome, numeroCPF: '' })).toMatchObject({
    result: 'Inconclusivo',
    alerts: ['LOW_CONFIDENCE', 'CPF_UNREAD'],
  })
})

test('a passport is approved where its name is the transaction’s, and not where nothing says so', () => {
  const mrz = { kind: 'passport', number: 'ZZ1', name: claimed.name, bornOn: '1990-05-17', expiresOn: '2031-01-01' } as const // prettier-ignore
  const passport = { ...reading({ numeroCPF: '' }), documentType: 'PASSPORT', mrz, expiresOn: mrz.expiresOn } as const // prettier-ignore
  const look = (one: Partial<DocumentFinding>) =>
    judge({}, ownPolicy, { reading: passport, ...one })
  expect(look({}).result).toBe('Aprovado')
  expect(look({ claimed: { cpf: claimed.cpf } })).toMatchObject({
    result: 'Inconclusivo',
    alerts: ['LOW_CONFIDENCE'],
  })
})

test('whoever is older than a hundred is born when the passport says, of which two digits are the year', () => {
  const mrz = { kind: 'passport', number: 'ZZ1', name: claimed.name, bornOn: '2024-11-05', expiresOn: '2031-01-01' } as const // prettier-ignore
  const fields = { numeroCPF: '', dataNascimento: '05/11/2024' }
  const passport = { ...reading(fields), documentType: 'PASSPORT', mrz, expiresOn: mrz.expiresOn } as const // prettier-ignore
  const alertsOf = (birthdate: string, more: Partial<DocumentReading> = {}) =>
    judge({}, ownPolicy, { claimed: { ...claimed, birthdate }, reading: { ...passport, ...more } })
      .alerts
  expect(alertsOf('1924-11-05')).toEqual([])
  expect(alertsOf('2024-11-05')).toEqual([])
  expect(alertsOf('1954-03-21')).toContain('BIRTHDATE_MISMATCH')
  expect(alertsOf('1924-11-05', { mrz: { ...mrz, bornOn: '' } })).toContain('BIRTHDATE_MISMATCH')
})

test('a kind that does not identify after its end is not approved without one, and for good is one', () => {
  const strict: DocumentPolicy = { ...ownPolicy, expiredIdentifies: [] }
  const { expiresOn: _, ...endless } = { ...reading(), documentType: 'CNH' } as const
  const look = (one: DocumentReading, policy = strict) => judge({}, policy, { reading: one })
  expect(look(endless)).toMatchObject({ result: 'Inconclusivo', alerts: ['LOW_CONFIDENCE'] })
  expect(look(endless, ownPolicy).result).toBe('Aprovado')
  expect(look({ ...endless, expiresOn: '9999-12-31' }).result).toBe('Aprovado')
})

test.each([
  ['the name that the person is called by', 'Luana Prado Lima', []],
  ['the other name', 'Lucas Prado Lima', []],
  ['somebody else’s', 'Rui Rocha Teles', ['NAME_MISMATCH']],
])('a document may show %s', (_, nome, alerts) => {
  const called = { ...claimed, name: 'Lucas Prado Lima', socialName: 'Luana Prado Lima' }
  const found = judge({ nome }, ownPolicy, { claimed: called })
  expect(found.alerts.filter((one) => one === 'NAME_MISMATCH')).toEqual(alerts)
})

test.each([
  ['the same passport', {}, {}, 'Aprovado'],
  ['a passport of whom nobody read the issuer', { issuer: undefined }, {}, 'Aprovado'],
  ['the number of another state', { issuer: 'PRT' }, {}, 'Inconclusivo'],
  ['another number', { number: 'C01X00T48' }, {}, 'Inconclusivo'],
  [
    'another number and birth',
    { number: 'C01X00T48' },
    { dataNascimento: '02/03/1971' },
    'Reprovado',
  ],
  ['another number and name', { number: 'C01X00T48' }, { nome: 'RUI ROCHA' }, 'Reprovado'],
] as const)('of a transaction by passport %s: %s', (_, zone, shown, result) => {
  const { cpf: _cpf, ...bare } = claimed
  const foreign = { type: 'passport', number: 'C01X00T47', country: 'DEU' } as const
  const read = magicReading('magic-approved', { ...bare, foreign })
  if (!read?.mrz) throw new Error('no passport')
  const mrz = Object.fromEntries(
    Object.entries({ ...read.mrz, ...zone }).filter(([, value]) => value !== undefined),
  ) as typeof read.mrz
  const judged = judge({}, ownPolicy, {
    reading: { ...read, mrz, fields: { ...read.fields, ...shown } },
    claimed: { ...bare, foreign },
  })
  expect(judged.result).toBe(result)
  expect(judged.alerts.includes('NUMBER_MISMATCH')).toBe(result !== 'Aprovado')
})
