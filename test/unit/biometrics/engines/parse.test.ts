// From words and their places to fields, without an engine: pages are written here as rows of words.
import { describe, expect, test } from 'vitest'
import { fillGaps, isComplete, parseDocument } from '#src/biometrics/engines/document/parse.ts'
import {
  isCpf,
  readCpf,
  readDate,
  readIssuer,
  readName,
  readPlace,
  readRegister,
  readVoter,
} from '#src/biometrics/engines/document/values.ts'
import type { Mrz } from '#src/biometrics/engines/port.ts'
import type { Word } from '#src/biometrics/engines/document/words.ts'

/** `[x, y, text]`: a text of 20 pixels height whose letters are 12 wide. */
type Line = readonly [number, number, string]

function write(lines: readonly Line[]): Word[] {
  return lines.flatMap(([x, y, text]) => {
    let at = x
    return text.split(' ').map((word) => {
      const placed = { text: word, x0: at, x1: at + word.length * 12, y0: y, y1: y + 20, sure: 90 }
      at = placed.x1 + 12
      return placed
    })
  })
}

const rg: readonly Line[] = [
  [300, 20, 'REPÚBLICA FEDERATIVA DO BRASIL'],
  [330, 60, 'CARTEIRA DE IDENTIDADE'],
  [100, 120, 'REGISTRO GERAL'],
  [600, 120, 'DATA DE EXPEDIÇÃO'],
  [100, 150, '12.345.678-9'],
  [600, 150, '22/08/2015'],
  [100, 200, 'NOME'],
  [100, 230, 'MARIA EXEMPLO DA SILVA'],
  [100, 280, 'FILIAÇÃO'],
  [100, 310, 'JOSÉ EXEMPLO DA SILVA'],
  [100, 340, 'ANA LÚCIA EXEMPLO'],
  [100, 400, 'NATURALIDADE'],
  [600, 400, 'DATA DE NASCIMENTO'],
  [100, 430, 'CAMPINAS - SP'],
  [600, 430, '14/03/1987'],
  [100, 480, 'CPF'],
  [600, 480, 'ÓRGÃO EXPEDIDOR / UF'],
  [100, 510, '529.982.247-25'],
  [600, 510, 'SSP / SP'],
  [100, 560, 'TÍTULO DE ELEITOR'],
  [100, 590, '1023 8501 0671'],
]

const changed = (from: string, to: string) =>
  rg.map(([x, y, text]): Line => [x, y, text === from ? to : text])
const without = (...texts: string[]) => rg.filter(([, , text]) => !texts.includes(text))

describe('a page', () => {
  test('is read field by field, each value under its label', () => {
    const parsed = parseDocument(write(rg))
    expect(parsed).toMatchObject({
      documentType: 'RG',
      side: 'front',
      isCpfLabelled: true,
      fieldsExpected: 11,
      confidence: 90,
      fields: {
        nome: 'MARIA EXEMPLO DA SILVA',
        filiacao1: 'JOSÉ EXEMPLO DA SILVA',
        filiacao2: 'ANA LÚCIA EXEMPLO',
        dataNascimento: '14/03/1987',
        dataExpedicao: '22/08/2015',
        numeroCPF: '529.982.247-25',
        txtRegistroCivil: '12.345.678-9',
        txtOrgExpedidor: 'SSP',
        txtUnidadeFederativa: 'SP',
        txtNaturalidade: 'CAMPINAS - SP',
        numeroTituloEleitor: '102385010671',
      },
    })
    expect(isComplete(parsed)).toBe(true)
  })

  test('is read in spite of letters that were misread', () => {
    const misread = rg.map(([x, y, text]): Line => [
      x,
      y,
      text.replace('DATA', 'OATA').replace('FILIAÇÃO', 'FILlACAO'),
    ])
    expect(parseDocument(write(misread)).fields).toEqual(parseDocument(write(rg)).fields)
  })

  test('is read whatever order its words come in', () => {
    const words = write(rg)
    const { fields } = parseDocument(words.toReversed())
    expect(fields).toEqual(parseDocument(words).fields)
  })

  test('of nothing is unknown and has no label', () => {
    expect(parseDocument([])).toMatchObject({
      documentType: 'UNKNOWN',
      side: 'unknown',
      labels: 0,
      confidence: 0,
    })
    const letter = write([
      [50, 50, 'Dear Sir, this is a letter'],
      [50, 90, 'and no document at all'],
    ])
    expect(parseDocument(letter)).toMatchObject({ documentType: 'UNKNOWN', fieldsExpected: 0 })
  })

  test('of the side that is valid everywhere is a back', () => {
    const back = parseDocument(write([...rg, [250, 650, 'VÁLIDA EM TODO O TERRITÓRIO NACIONAL']]))
    expect(back.side).toBe('back')
  })
})

describe('a CPF', () => {
  test('whose digits are wrong is read, and not believed', () => {
    const parsed = parseDocument(write(changed('529.982.247-25', '529.982.247-26')))
    expect(parsed.fields.numeroCPF).toBe('529.982.247-26')
    expect(parsed.isCpfLabelled).toBe(false)
  })

  test('is found without a label, and then not said to stand under one', () => {
    const parsed = parseDocument(
      write([...without('CPF', '529.982.247-25'), [100, 660, '529.982.247-25']]),
    )
    expect(parsed.fields.numeroCPF).toBe('529.982.247-25')
    expect(parsed.isCpfLabelled).toBe(false)
  })

  test('is never the number of a licence, though that has its check digits', () => {
    const cnh = parseDocument(
      write([
        [300, 20, 'CARTEIRA NACIONAL DE HABILITAÇÃO'],
        [100, 100, 'NOME'],
        [100, 130, 'MARIA EXEMPLO'],
        [100, 200, 'Nº REGISTRO'],
        [100, 230, '01234567890'],
      ]),
    )
    expect(isCpf('01234567890')).toBe(true)
    expect(cnh).toMatchObject({ documentType: 'CNH', fields: { numeroCPF: '' } })
  })
})

test('a licence of the newer form tells birth and place in one line', () => {
  const { fields, expiresOn } = parseDocument(
    write([
      [300, 20, 'CARTEIRA NACIONAL DE HABILITAÇÃO'],
      [100, 100, 'NOME E SOBRENOME'],
      [100, 130, 'MARIA EXEMPLO DA SILVA'],
      [100, 200, 'DATA, LOCAL E UF DE NASCIMENTO'],
      [100, 230, '14/03/1987, CAMPINAS, SP'],
      [100, 300, 'VALIDADE'],
      [100, 330, '22/08/2030'],
    ]),
  )
  expect(fields).toMatchObject({
    nome: 'MARIA EXEMPLO DA SILVA',
    dataNascimento: '14/03/1987',
    txtNaturalidade: 'CAMPINAS - SP',
  })
  expect(expiresOn).toBe('2030-08-22')
})

test('a passport bears the whole name, of which the surname is printed by itself', () => {
  const page = write([
    [100, 100, 'SOBRENOME'],
    [100, 130, 'FIGUEIREDO'],
    [100, 200, 'NOME'],
    [100, 230, 'JOÃO MODELO'],
  ])
  const zone = {
    kind: 'passport',
    number: 'ZZ123476',
    name: 'JOAO MODELO FIGUEIREDO',
    bornOn: '1990-11-15',
    expiresOn: '2031-11-15',
  } as const
  const nameOf = (mrz: Mrz) => parseDocument(page, mrz).fields.nome
  expect(nameOf(zone)).toBe('JOÃO MODELO FIGUEIREDO')
  expect(nameOf({ ...zone, name: 'JOAO MODELO SOUZA' })).toBe('JOÃO MODELO SOUZA')
  // What is no part of it stays as printed, and is compared.
  expect(nameOf({ ...zone, name: 'PEDRO TESTE' })).toBe('JOÃO MODELO')
})

test('a dash is in the row that it stands in, and takes no word out of it', () => {
  const words = write([
    [100, 480, 'REGISTRO GERAL CPF PERSONAL NUMBER'],
    [100, 510, '529.982.247-25'],
  ])
  const [first, ...others] = words
  const dash = { text: '-', x0: 320, x1: 328, y0: 493, y1: 495, sure: 90 }
  // As letters are read that lean.
  const leaning = first ? [{ ...first, y0: first.y0 + 4, y1: first.y1 + 4 }] : []
  const { isCpfLabelled, fields } = parseDocument([...leaning, ...others, dash])
  expect([isCpfLabelled, fields.numeroCPF]).toEqual([true, '529.982.247-25'])
})

test('what one reading has left empty is filled from the other, and nothing else', () => {
  const first = parseDocument(write(without('NOME', 'MARIA EXEMPLO DA SILVA')))
  const second = parseDocument(write(changed('22/08/2015', '23/08/2015')))
  const both = fillGaps(first, second)
  expect(both.fields.nome).toBe('MARIA EXEMPLO DA SILVA')
  expect(both.fields.dataExpedicao).toBe('22/08/2015')
  expect(isComplete(first)).toBe(false)
  expect(isComplete(both)).toBe(true)
})

describe('values', () => {
  test.for([
    ['14/03/1987', '14/03/1987'],
    ['I4/O3/1987', '14/03/1987'],
    ['14.03.1987', '14/03/1987'],
    ['29/02/2023', ''],
    ['31/04/2020', ''],
    ['14/13/1987', ''],
    ['00/01/2000', ''],
    ['MARIA', ''],
    ['', ''],
  ] as const)('the date %s is "%s"', ([text, date]) => expect(readDate(text)).toBe(date))

  test.for([
    ['529.982.247-25', '529.982.247-25'],
    ['52998224725', '529.982.247-25'],
    ['S29.9B2.247-25', '529.982.247-25'],
    ['529 982 247 25', '529.982.247-25'],
    ['5299822472', ''],
    ['529982247255', ''],
  ] as const)('the CPF %s is "%s"', ([text, cpf]) => expect(readCpf(text)).toBe(cpf))

  test.for(['529.982.247-25', '111.444.777-35'])('%s can be a CPF', (text) =>
    expect(isCpf(text)).toBe(true),
  )
  test.for(['529.982.247-26', '111.111.111-11', '', '123'])('"%s" cannot', (text) =>
    expect(isCpf(text)).toBe(false),
  )

  test.for([
    ['MARIA EXEMPLO DA SILVA', 'MARIA EXEMPLO DA SILVA'],
    ['| MARIA . EXEMPLO E -- SILVA x', 'MARIA EXEMPLO E SILVA'],
    ["joão d'ávila", "JOÃO D'ÁVILA"],
    ['__', ''],
  ] as const)('the name %s is "%s"', ([text, name]) => expect(readName(text)).toBe(name))

  test.for([
    ['SSP / SP', 'SSP', 'SP'],
    ['SSP/ISP', 'SSP', 'SP'],
    ['SSPSP', 'SSP', 'SP'],
    ['123456789 DETRAN RJ', 'DETRAN', 'RJ'],
    ['123456789 DETRAM RJ', 'DETRAN', 'RJ'],
    ['??', '', ''],
  ] as const)('the issuer %s is %s of %s', ([text, body, state]) =>
    expect(readIssuer(text)).toEqual({ body, state }),
  )

  test.for([
    ['CAMPINAS - SP', 'CAMPINAS - SP'],
    ['CAMPINAS/SP', 'CAMPINAS - SP'],
    ['CAMPINASI/SP', 'CAMPINAS - SP'],
    ['NITERÓI/RJ', 'NITERÓI - RJ'],
    ['RIO DE JANEIRO', 'RIO DE JANEIRO'],
    ['SÃO PAULO - XX', 'SÃO PAULO'],
    ['', ''],
  ] as const)('the place %s is "%s"', ([text, place]) => expect(readPlace(text)).toBe(place))

  test.for([
    ['12.345.678-9', '12.345.678-9'],
    ['123456789 SSP SP', '123456789'],
    ['12.345.678-X', '12.345.678-X'],
    ['SSP SP', ''],
  ] as const)('the register %s is "%s"', ([text, register]) =>
    expect(readRegister(text)).toBe(register),
  )

  test.for([
    ['1023 8501 0671', '102385010671'],
    ['1023 8501 067', ''],
  ] as const)('the voter %s is "%s"', ([text, voter]) => expect(readVoter(text)).toBe(voter))
})
