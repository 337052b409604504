// Every insight of the catalogue with what it is there for, and with what comes close and is not.
import { describe, expect, test } from 'vitest'
import { catalogue, deriveInsights } from '#src/risk/insights/catalogue/catalogue.ts'
import { codesOf, type OwnFields, ownFacts } from './own.ts'
import { evidence } from './evidence.ts'
import { processorMs } from '#test/support/machine/processor.ts'

const cnpj: OwnFields = { documentType: 'cnpj', document: '11222333000181' }
const phone = (areaCode: number, number: number, countryCode = 55): OwnFields => ({
  phone: { countryCode, areaCode, number },
})
const second = (secondaryDocumentType: string, secondaryDocument: string): OwnFields => ({
  secondaryDocumentType,
  secondaryDocument,
})
const holder: OwnFields = { name: 'Maria Aparecida da Silva' }
const inSaoPaulo = { state: 'SP' }

/** Code, fields that have it, fields that have it not. */
const own: readonly (readonly [string, OwnFields, OwnFields])[] = [
  ['DO001', {}, { document: '23100299900' }],
  ['DO002', { document: '12345678900' }, {}],
  ['DO003', { document: '11111111111' }, {}],
  ['DO004', { address: { state: 'RJ' } }, { address: { state: 'RJ', country: 'PT' } }],
  ['DO005', { address: { state: 'São Paulo' } }, { address: { state: 'Nowhere' } }],
  ['DO006', { ...cnpj, document: '12ABC34501DE53' }, cnpj],
  ['DO007', { ...cnpj, document: '12ABC34501DE35' }, cnpj],
  [
    'DO008',
    { secondaryDocumentType: 'CPF', secondaryDocument: '123.456.789-00' },
    { secondaryDocumentType: 'rg', secondaryDocument: '1' },
  ],
  ['DO009', { issuanceDateDocument: '2026-11-21' }, { issuanceDateDocument: '2026-11-20' }],
  [
    'DO010',
    { issuanceDateDocument: '1990-01-01', birthdate: '1990-01-02' },
    { issuanceDateDocument: '1990-01-02', birthdate: '1990-01-02' },
  ],
  ['DO011', cnpj, {}],
  ['DO012', { ...cnpj, document: '11222333000262' }, cnpj],
  ['DO013', { secondaryDocument: '529.982.247-25' }, { secondaryDocument: '39053344705' }],
  ['DO014', second('Título de Eleitor', '4275 0384 0223'), second('titulo', '217633460930')],
  [
    'DO015',
    { ...second('tituloEleitor', '217633460930'), address: { state: 'SC' } },
    { ...second('tituloEleitor', '217633460930'), address: { state: 'SP' } },
  ],
  [
    'DO016',
    { ...second('titulo', '217633460930'), address: { state: 'SP' } },
    second('titulo', '217633460930'),
  ],
  [
    'DO017',
    { ...second('RG', '31.203.131-2'), address: { state: 'SP' } },
    { ...second('RG', '31.203.131-2'), address: { state: 'RJ' } },
  ],
  ['DO021', second('CNH', '62472927638'), second('Carteira de Habilitação', '62472927637')],
  ['DO018', second('PIS/PASEP', '979.65476.46-8'), second('NIS', '979.65476.46-7')],
  ['DO019', second('cns', '123456789010001'), second('CNS', '700 0000 0000 0005')],
  ['DO020', second('renavam', '71199648420'), second('RENAVAM', '639884962')],
  ['NM001', { name: 'Ana Souza' }, { name: 'Ana da' }],
  ['NM002', { name: 'Ana' }, { name: 'Ana Souza' }],
  ['NM003', { name: 'Ana 2 Souza' }, { name: "Ana-Maria D'Ávila Jr." }],
  ['NM004', { name: 'Teste da Silva' }, { name: 'Estefânia Ng III' }],
  [
    'NM005',
    { name: 'Ana Souza', mothersName: 'Maria Souza' },
    { name: 'Ana Souza', mothersName: 'Ana Souza' },
  ],
  [
    'NM006',
    { name: 'Ana de Souza', mothersName: 'ANA SOUZA' },
    { name: 'Ana Souza', mothersName: '' },
  ],
  [
    'NM007',
    { name: 'José Souza Filho', fatherName: 'José Souza' },
    { name: 'José Filho', fatherName: 'João Filho' },
  ],
  ['BD001', { birthdate: '2008-11-20' }, { birthdate: '2008-11-21' }],
  ['BD002', { birthdate: '2008-11-21' }, { birthdate: '2027-01-01' }],
  ['BD003', { birthdate: '1899-01-01' }, { birthdate: '1990-01-01' }],
  ['BD004', { birthdate: '1945-01-01' }, { birthdate: '1899-01-01' }],
  ['EM001', { email: 'ab@example..com' }, { email: 'a.b@example.com' }],
  ['EM002', { email: 'a@sub.mailinator.com' }, { email: 'a@duck.com' }],
  ['EM003', { email: 'a@globo.com' }, { email: 'a@empresa.com.br' }],
  ['EM004', { email: 'contato+1@empresa.com.br' }, { email: 'maria@empresa.com.br' }],
  ['EM005', { email: 'a@gmial.com' }, { email: 'a@ymail.com' }],
  [
    'EM007',
    { ...holder, email: 'maria.silva@example.com' },
    { ...holder, email: 'mx@example.com' },
  ],
  ['EM008', { email: 'a@example.com', verifiedEmail: true }, { email: 'a@example.com' }],
  ['EM009', { email: 'a+b@example.com' }, { email: '+b@example.com' }],
  ['PH001', phone(11, 987650001), phone(11, 32345678)],
  ['PH002', phone(11, 123), phone(11, 987650001)],
  ['PH003', phone(20, 987650001), phone(61, 987650001)],
  ['PH004', { ...phone(11, 987650001), address: inSaoPaulo }, phone(11, 987650001)],
  [
    'PH005',
    { ...phone(21, 987650001), address: inSaoPaulo },
    { ...phone(61, 987650001), address: { state: 'GO' } },
  ],
  ['PH006', phone(11, 999999999), phone(11, 987650001)],
  ['PH007', { phone: { areaCode: 11, number: 987650001, verified: true } }, phone(11, 987650001)],
  ['PH008', phone(11, 32345678), phone(11, 987650001)],
  ['PH009', phone(202, 4561111, 1), phone(11, 987650001)],
  ['AD001', { address: { zipCode: '78950-000' } }, { address: { zipCode: '01310-100' } }],
  [
    'AD002',
    { address: { zipCode: '01310-100', state: 'sp' } },
    { address: { zipCode: '01310-100' } },
  ],
  [
    'AD003',
    { address: { zipCode: '69399-000', state: 'AM' } },
    { address: { zipCode: '69400-000', state: 'AM' } },
  ],
  ['AD006', { address: { zipCode: '69300000' } }, { address: { zipCode: '01310-100' } }],
  [
    'AD008',
    { address: { country: 'PT', zipCode: '1000-001' } },
    { address: { country: 'Brasil' } },
  ],
  [
    'AD009',
    { address: { state: 'SP' } },
    { address: { street: 'A', number: '1', city: 'B', state: 'SP' } },
  ],
  ['CD001', { card: { bin: '999999' } }, { card: { bin: '401178' } }],
  ['CD002', { card: { ownerDocument: '529.982.247-25' } }, { card: { ownerDocument: '' } }],
  ['CD003', { card: { ownerDocument: '39053344705' } }, { card: { ownerDocument: '52998224725' } }],
  [
    'CD004',
    { ...holder, card: { ownerName: 'MARIA A SILVA' } },
    { ...holder, card: { ownerName: 'MARIO SILVA' } },
  ],
  [
    'CD005',
    { ...holder, card: { ownerName: 'PEDRO ROCHA' } },
    { card: { ownerName: 'PEDRO ROCHA' } },
  ],
  ['CD008', { card: { bin: '606282' } }, { card: { last4: '1234' } }],
  ['CD009', { card: { bin: '4011', last4: '1234' } }, { card: { bin: '40117812', last4: '1234' } }],
  [
    'CD010',
    { name: 'Maria Silva', card: { ownerName: 'M SILVA' } },
    { ...holder, card: { ownerName: 'PEDRO ROCHA' } },
  ],
  [
    'VE001',
    { vehicle: { vehicleLicensePlate: 'abc-1234' } },
    { vehicle: { vehicleLicensePlate: ' ' } },
  ],
  [
    'VE002',
    { vehicle: { vehicleLicensePlate: 'ABC12345' } },
    { vehicle: { vehicleLicensePlate: 'ABC1C34' } },
  ],
  [
    'VE003',
    { vehicle: { licensePlateState: 'SP', vehicleRegistrationState: 'RJ' } },
    { vehicle: { licensePlateState: 'SP' } },
  ],
  [
    'VE004',
    { vehicle: { financingAmount: 100.01, marketValue: 100 } },
    { vehicle: { financingAmount: 100, marketValue: 0 } },
  ],
  [
    'VE005',
    { vehicle: { vehicleManufacturingYear: 2028 } },
    { vehicle: { vehicleManufacturingYear: 2027 } },
  ],
  [
    'VE006',
    { vehicle: { vehicleLicensePlate: 'ABC1C34' } },
    { vehicle: { vehicleLicensePlate: 'ABC1234' } },
  ],
  [
    'VE007',
    { vehicle: { storeState: 'SP', vehicleRegistrationState: 'RJ' } },
    { vehicle: { storeState: 'RJ', vehicleRegistrationState: 'RJ' } },
  ],
  [
    'VE008',
    { vehicle: { financingAmount: 95, marketValue: 100 } },
    { vehicle: { financingAmount: 90, marketValue: 100 } },
  ],
  [
    'VE009',
    { vehicle: { vehicleManufacturingYear: 2005 } },
    { vehicle: { vehicleManufacturingYear: 2006 } },
  ],
  ['CO008', { ...cnpj, cnaes: ['62'] }, { ...cnpj, cnaes: ['6201-5/01', '111301'] }],
  [
    'CO009',
    { ...cnpj, partners: [{ document: '12345678900' }] },
    { ...cnpj, partners: [{ name: 'Ana' }, { document: '52998224725' }] },
  ],
  [
    'CO010',
    { ...cnpj, legalRepresentatives: [{ document: '1', documentType: 'CPF' }] },
    { ...cnpj, legalRepresentatives: [{ document: '1', documentType: 'rg' }] },
  ],
  ['CO011', { ...cnpj, legalRepresentatives: [{ name: 'Ana' }] }, cnpj],
]

describe.for(own)('%s, from what was submitted', ([code, hit, miss]) => {
  test('is there', () => expect(codesOf(ownFacts(hit))).toContain(code))
  test('is not there', () => expect(codesOf(ownFacts(miss))).not.toContain(code))
})

describe.for(evidence)('%s, from what else is known', ([code, hit, miss]) => {
  test('is there', () => expect(codesOf(hit)).toEqual([code]))
  test('is not there', () => expect(codesOf(miss)).not.toContain(code))
})

test('every insight has a hit and a miss, and a code and words of its own', () => {
  const codes = catalogue.map(({ code }) => code)
  expect([...own, ...evidence].map(([code]) => code).toSorted()).toEqual(codes.toSorted())
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThanOrEqual(60)
  const texts = catalogue.map(({ description, english }) => `${description}/${english}`)
  expect(new Set(texts).size).toBe(texts.length)
})

test('what is not known makes no insight', () => {
  expect(deriveInsights({})).toEqual([])
  const nothing = Object.fromEntries(Object.keys(ownFacts({})).map((group) => [group, {}]))
  expect(deriveInsights(nothing)).toEqual([])
})

test('an answer has the fields of the contract and no others', () => {
  expect(deriveInsights(ownFacts({}))[0]).toEqual({
    code: 'DO001',
    description: 'CPF com dígitos verificadores válidos',
    type: 'rule',
    category: 'Document',
    relevance: 'Neutro',
    relatedTo: ['Document'],
  })
})

test.for([
  "'; drop table sighting; --",
  '__proto__',
  'constructor',
  '${7*7}{{7*7}}<script>alert(1)</script>',
  'ａ'.repeat(1000),
  `${'a'.repeat(900)}!`,
  '\u202Eabc\u0301'.repeat(200),
  '%00%0d%0a',
])('names, plates and codes that attack are only wrong: %s', async (text) => {
  const given: OwnFields = {
    name: text,
    mothersName: text,
    email: text,
    address: { zipCode: text, state: text, city: text, country: text },
    card: { bin: text, last4: text, ownerName: text, ownerDocument: text },
    vehicle: { vehicleLicensePlate: text, storeState: text, licensePlateState: text },
    cnaes: [text],
    partners: [{ document: text, documentType: text, name: text }],
    secondaryDocument: text,
    secondaryDocumentType: text,
  }
  const insights = deriveInsights(ownFacts(given))
  expect(await processorMs(() => deriveInsights(ownFacts(given)))).toBeLessThan(200)
  expect(JSON.stringify(insights)).not.toContain(text)
})
