// The layouts of publishers, read from small samples, and what is broken in them.
import { expect, test } from 'vitest'
import { readLists } from '#src/screening/lists/layouts/read.ts'
import type { ListFile } from '#src/screening/lists/schema.ts'
import { ownList, readSample, sampleLists } from '#test/support/lists.ts'

const fileOf = (name: string, text: string): ListFile => ({ name, bytes: Buffer.from(text) })
const readOne = (...files: readonly ListFile[]) => {
  const { read, unread } = readLists(files)
  return { list: read[0]?.list, count: read.length, unread }
}

test('a folder of samples is six lists, and each line that names nobody is told', () => {
  const { read, unread } = readLists(sampleLists())
  expect(unread).toEqual([])
  const told = read.map(({ list }) => [list.name, list.service, list.version, list.entries.length, list.skipped]) // prettier-ignore
  expect(told).toEqual([
    ['ofac-sdn', 'Sanctions', undefined, 3, []],
    ['cgu-pep', 'Pep', '2026-10', 3, ['line 4', 'line 6']],
    ['cgu-ceis', 'Sanctions', '2026-11-20', 2, []],
    ['cgu-cnep', 'Sanctions', '2026-11-20', 1, []],
    ['un-sc', 'Sanctions', '2026-11-19', 2, ['individual 2']],
    ['house-list', 'Sanctions', '3', 1, ['entries[1]', 'entries[2]']],
  ])
})

test('an exposed person has name and what is shown of the number', () => {
  const { list } = readOne(readSample('202610_PEP.csv'))
  expect(list?.entries[1]).toMatchObject({
    kind: 'person',
    name: 'JOSÉ EXPOSTO GONÇALVES',
    documents: ['***533447**'],
    topics: ['role.pep'],
  })
  expect(list?.entries[2]?.name).toBe('ANA "NINA" MODELO')
})

test('who may not contract is a person or a company, with all names that are said', () => {
  const { list } = readOne(readSample('20261120_CEIS.csv'))
  expect(list?.entries).toMatchObject([
    {
      id: '350001',
      kind: 'company',
      documents: ['11222333000181'],
      otherNames: ['CONSTRUTORA EXEMPLAR', 'EXEMPLAR OBRAS'],
      topics: ['debarment'],
    },
    { id: '350002', kind: 'person', otherNames: [], documents: ['***982247**'] },
  ])
})

test('OFAC’s entries have their other names and dates, and ships are nobody', () => {
  const { list } = readOne(...sampleLists('sdn.csv', 'alt.csv'))
  expect(list?.entries).toMatchObject([
    { id: '36', kind: 'company', otherNames: ['AERO-CARIBBEAN'] },
    {
      id: '7001',
      kind: 'person',
      name: 'EXAMPLEOV, Ivan Petrovich',
      otherNames: ['EXAMPLOV, Vanya'],
      birthDates: ['1970-05-17', '1971~'],
      countries: ['Russia'],
      topics: ['sanction', 'sanction.UKRAINE-EO13661'],
    },
    { id: '7003', birthDates: ['1965-03'] },
  ])
})

test('the list of the United Nations is the same in XML and in JSON', () => {
  const { list } = readOne(readSample('consolidated.xml'))
  expect(list?.entries).toMatchObject([
    {
      id: '6908555',
      kind: 'person',
      name: 'ABDUL SAMPLE RAHMAN',
      otherNames: ['Abu Sample', 'عبد سامبل'],
      birthDates: ['1969-02-03'],
      countries: ['Iraq'],
    },
    { id: '110001', kind: 'company', name: 'SAMPLE TRADING & CO', otherNames: ['Sample Traders'] },
  ])
  const json = {
    CONSOLIDATED_LIST: {
      dateGenerated: '2026-11-19T00:00:00Z',
      INDIVIDUALS: {
        INDIVIDUAL: {
          DATAID: 6_908_555,
          FIRST_NAME: 'ABDUL',
          SECOND_NAME: 'SAMPLE',
          INDIVIDUAL_ALIAS: null,
        },
      },
    },
  }
  const same = readOne(fileOf('un.json', JSON.stringify(json)))
  expect(same.list?.entries).toMatchObject([{ id: '6908555', name: 'ABDUL SAMPLE' }])
})

const sdnLine = (remarks: string) =>
  `9014,"LOPES DA FONTE, Caio","individual","SDNTK",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"\n`
const ofacEntry = (remarks: string, ...more: readonly ListFile[]) =>
  readOne(fileOf('sdn.csv', sdnLine(remarks)), ...more).list?.entries[0]

test.each([
  ['DOB 1958 to 1963; POB Cali, Colombia.', { birthDates: ['1958/1963'] }],
  ['DOB circa 1965; alt. DOB Jan 1966', { birthDates: ['1965~', '1966-01'] }],
  ['DOB 01 Jan 1973 to 31 Dec 1973.', { birthDates: ['1973-01-01/1973-12-31'] }],
  ['C.P.F. 529.982.247-25 (Brazil).', { documents: ['52998224725'] }],
  ['Tax ID No. 318.527.498-90 (Brazil); Passport RL 1794375 (Lebanon)', { documents: ['31852749890', 'RL1794375'] }],
  ['Cedula No. 16.247.821 (Colombia); NIT # 800146749-7 (Colombia)', { documents: ['16247821', '8001467497'] }],
  // Eleven digits of another country that happen to have the check digits of a CPF.
  ['National ID No. 52998224725 (Norway)', { documents: [] }],
  ["a.k.a. 'EL TORDO'; alt. a.k.a. 'ABU-'UMAR'; a.k.a. \"\"PACHO\"\".", { weakNames: ['EL TORDO', "ABU-'UMAR", 'PACHO'] }],
  ['(f.k.a. TORDO, Nestor)', { otherNames: ['TORDO, Nestor'], weakNames: [] }],
  ['nationality Korea, North; citizen Brazil.', { countries: ['Korea, North', 'Brazil'] }],
  ['Linked To: ABC 12345; Phone No. 263-4-486946; Government Gazette Number 09804148', { documents: [], otherNames: [] }],
])('OFAC’s remarks are read: %s', (remarks, said) => {
  expect(ofacEntry(remarks)).toMatchObject(said)
}) // prettier-ignore

test('what OFAC’s remarks have no room for stands in the comments', () => {
  const comments = fileOf('sdn_comments.csv', '9014,"80; a.k.a. \'CAIO\'."\n')
  const entry = ofacEntry('DOB 05 Aug 19', comments)
  expect(entry).toMatchObject({ birthDates: ['1980-08-05'], weakNames: ['CAIO'] })
})

test.each([
  ['<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1969-02-03</DATE>', ['1969-02-03']],
  ['<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1970</YEAR>', ['1970']],
  ['<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1970</YEAR>', ['1970~']],
  ['<TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1963</TO_YEAR>', ['1960/1963']],
  ['<TYPE_OF_DATE/><YEAR>1970</YEAR>', ['1970']],
  ['<TYPE_OF_DATE>EXACT</TYPE_OF_DATE>', []],
])('the United Nations say how sure a date is: %s', (born, birthDates) => {
  const individual = `<DATAID>1</DATAID><FIRST_NAME>RAMZI</FIRST_NAME>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Abu Ramzi</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>G 12-34567</NUMBER></INDIVIDUAL_DOCUMENT>
    <INDIVIDUAL_DATE_OF_BIRTH>${born}</INDIVIDUAL_DATE_OF_BIRTH>`
  const text = `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>${individual}</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`
  expect(readOne(fileOf('un.xml', text)).list?.entries).toMatchObject([
    { birthDates, weakNames: ['Abu Ramzi'], otherNames: [], documents: ['G1234567'] },
  ])
}) // prettier-ignore

test('how a list of our own writes dates and numbers leaves nobody out', () => {
  const written = { id: 7, name: 'Ana Exemplo', birthDates: 'circa 1965', documents: '529.982.247-25', topics: null, otherNames: null, countries: 'br' } // prettier-ignore
  const { list } = readOne(ownList('a', [written]))
  expect(list?.entries).toMatchObject([
    {
      id: '7',
      birthDates: ['circa 1965'],
      documents: ['52998224725'],
      topics: ['sanction'],
      countries: ['br'],
    },
  ])
})

test.for([
  ['1234567890', undefined, '01234567890'],
  ['1222333000128', ['br'], '01222333000128'],
  ['1234567890', ['co'], '1234567890'],
  ['1234567891', undefined, '1234567891'],
  ['AB12345678', undefined, 'AB12345678'],
  ['1222333000128', ['Brasil'], '01222333000128'],
  ['1234567890', ['Espanha'], '1234567890'],
] as const)('%s of %s is the number %s: a spreadsheet loses zeros in front, and other countries have none', ([written, countries, number]) => {
  const entry = { id: '1', name: 'Ana Exemplo', documents: [written], ...(countries && { countries }) }
  expect(readOne(ownList('a', [entry])).list?.entries).toMatchObject([{ documents: [number] }])
}) // prettier-ignore

test.for([
  ['company', '11.222.333', undefined, '11222333******'],
  [undefined, '11.222.333', undefined, '11222333******'],
  ['company', '12.ABC.345', ['Brasil'], '12ABC345******'],
  ['company', '11.222.333', ['co', 'br'], '11222333******'],
  ['company', '11.222.333', ['uy'], '11222333'],
  ['company', '11222333', undefined, '11222333'],
  ['person', '11.222.333', undefined, '11222333'],
] as const)('of a %s %s in %s is %s: a root of a CNPJ stands for all its branches', ([kind, written, countries, number]) => {
  const entry = { id: '1', name: 'Alfa Exemplo', documents: written, ...(kind && { kind }), ...(countries && { countries }) }
  expect(readOne(ownList('a', [entry])).list?.entries).toMatchObject([{ documents: [number] }])
}) // prettier-ignore

test.for([
  ['an empty file', fileOf('a.csv', ''), /layout/],
  ['another CSV', fileOf('a.csv', 'a,b\n1,2\n'), /layout/],
  ['JSON that ends too soon', fileOf('a.json', '{"list":'), /JSON/],
  ['JSON of another form', fileOf('a.json', '[]'), /object/],
  ['an unknown service', ownList('a', [], { service: 'Nothing' }), /service/],
  ['a list of nobody', ownList('a', []), /names nobody/],
  ['a list of which nothing can be read', ownList('a', [{ id: '1' }]), /entries\[0\] cannot be/],
  ['an open tag', fileOf('a.xml', '<CONSOLIDATED_LIST><INDIVIDUALS>'), /./],
  ['a document type', fileOf('a.xml', '<!DOCTYPE x [<!ENTITY a "b">]><CONSOLIDATED_LIST/>'), /type/],
  ['numbers that are none', fileOf('sdn.csv', 'ent_num,name\nx,y\n'), /number of an entry/],
] as const)('%s keeps no other file from being read, and says why', ([, file, fault]) => {
  const { list, count, unread } = readOne(file, readSample('consolidated.xml'))
  expect([count, list?.name]).toEqual([1, 'un-sc'])
  expect(unread).toEqual([{ file: file.name, fault: expect.stringMatching(fault) }])
}) // prettier-ignore

const pepHead = '"CPF";"Nome_PEP";"Sigla_Função"\n'
const pepLine = (name: string) => `"***.982.247-**";"${name}";"X"\n`
const pep = (...lines: readonly string[]) => pepHead + lines.join('')
const [ana, jose] = [pepLine('ANA EXEMPLO'), pepLine('JOSÉ EXPOSTO')]
const cut = (name: string, share: number): ListFile => {
  const { bytes } = readSample(name)
  return { name, bytes: bytes.subarray(0, Math.floor(bytes.length * share)) }
}
const latin = (text: string, broken: string) => Buffer.from(text.replace('É', broken), 'latin1')

test.for([
  ['a quote that is never closed', fileOf('PEP.csv', pep(ana, '"***.111";"JOSE;"Y"\n', jose)), /quote/],
  ['a line that ends in the middle', fileOf('PEP.csv', pep(ana, '"***.111.222-**";"JOS')), /quote|cut off/],
  ['a line without its last column', fileOf('PEP.csv', pep(ana, '"***.111.222-**";"JOSE"\n')), /line 3: it ends too soon/],
  ['empty bytes', fileOf('PEP.csv', pep(ana, '\0\0\0\0\n', jose)), /empty bytes/],
  ['a letter of which half is missing', { name: 'PEP.csv', bytes: latin(Buffer.from(pep(ana, jose)).toString('latin1').replace('Ã\u0089', 'É'), '\u00c3') }, /UTF-8 is broken/],
  ['half of OFAC’s list', cut('sdn.csv', 0.9), /quote|cut off/],
  ['half of the list of the United Nations', cut('consolidated.xml', 0.6), /./],
  ['half of a list of our own', cut('house.json', 0.6), /JSON/],
] as const)('what is broken in the middle is no list: %s', ([, file, fault]) => {
  const { list, unread } = readOne(file)
  expect([list, unread]).toEqual([undefined, [{ file: file.name, fault: expect.stringMatching(fault) }]])
}) // prettier-ignore

test('Latin-1 is read as such', () => {
  const { list } = readOne({ name: 'PEP.csv', bytes: Buffer.from(pep(ana, jose), 'latin1') })
  expect(list?.entries.map(({ name }) => name)).toEqual(['ANA EXEMPLO', 'JOSÉ EXPOSTO'])
})
