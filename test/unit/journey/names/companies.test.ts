import { expect, test } from 'vitest'
import { compareCompanyNames, readCompanyName } from '#src/journey/names/companies.ts'

test.for([
  ['Açúcar e Café Ltda', 'ACUCAR E CAFE LTDA.', 'same', []],
  ['Bela Vista Alimentos S.A.', 'BELA VISTA ALIMENTOS SOCIEDADE ANONIMA', 'same', []],
  ['Oficina Rota 66 Ltda - ME', 'OFICINA ROTA 66', 'same', []],
  ['Estrela Guia Eireli', 'ESTRELA GUIA LTDA', 'same', []],
  ['Indústria e Comércio Beta Ltda', 'BETA IND E COM LTDA', 'same', []],
  ['J.P. Transportes Ltda', 'JP TRANSPORTE', 'same', []],
  ['Três Irmãos Móveis Ltda', '3 IRMAOS MOVEIS LTDA', 'same', []],
  ['12.345.678 João da Silva', 'JOAO DA SILVA', 'same', []],
  ['Farmácia Souza Ltda', 'FARMACIA SOUSA LTDA', 'same', ['spelling']],
  ['Gama Ltda', 'Gama S.A.', 'doubtful', ['form-differs']],
  ['Alfa Ltda', 'Alfa Participações Ltda', 'doubtful', ['activity-added']],
  ['Clínica Vida', 'Clínica Vida Animal', 'doubtful', ['word-added']],
  ['Zara Modas Ltda', 'Sara Modas Ltda', 'doubtful', ['word-close']],
  ['Souza Lima Engenharia', 'Lima Souza Engenharia', 'doubtful', ['word-order']],
  ['Companhia Siderúrgica Nacional', 'CSN', 'doubtful', ['acronym']],
  ['Carlos Reis 11144477735', 'Carlos Reis 52998224725', 'doubtful', ['document-differs']],
  ['Comércio Ltda', 'Comércio Ltda', 'doubtful', ['activities-alone']],
  ['Ltda', 'Alfa Ltda', 'doubtful', ['unreadable']],
  ['华为技术', 'Huawei', 'doubtful', ['close-transliterated']],
  ['Padaria São João Ltda', 'Padaria São José Ltda', 'other', ['words-differ']],
  ['Silva Transportes Ltda', 'Silva Construções Ltda', 'other', ['activity-differs']],
  ['Posto 3 Irmãos', 'Posto 2 Irmãos', 'other', ['words-differ']],
  ['Ambev S.A.', 'Heineken Brasil Ltda', 'other', ['no-shared-word']],
] as const)('%s and %s: %s', ([one, other, verdict, reasons]) => {
  const found = compareCompanyNames(one, other)
  expect(found.verdict).toBe(verdict)
  expect(found.reasons).toEqual(expect.arrayContaining([...reasons]))
  expect(compareCompanyNames(other, one)).toEqual(found)
})

test('a name is read once and compared often', () => {
  const [one, other] = ['Alfa Comércio de Alimentos Ltda', 'ALFA COM. DE ALIM. LTDA']
  expect(compareCompanyNames(readCompanyName(one), readCompanyName(other))).toEqual(
    compareCompanyNames(one, other),
  )
})

test('a name that says what a company does is its own where it says two things', () => {
  const name = 'Transportes e Logística Ltda'
  expect(compareCompanyNames(name, name)).toEqual({ verdict: 'same', reasons: [] })
})
