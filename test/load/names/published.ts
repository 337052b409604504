// Draws lists of sanctions and exposed persons from a seed, in the formats and sizes of their publishers. Dates and
// numbers are missing, approximate or masked as often as in the real ones.
import { Buffer } from 'node:buffer'
import type { ListFile } from '#src/screening/lists/schema.ts'
import { type Chance, createChance } from '#test/load/chance.ts'
import { drawBirthdate, drawCnpj, drawCompanyName, drawCpf, drawName } from './brazil.ts'
import { drawListedCompany, drawListedName, type ListedName } from './world.ts'

/** The numbers of entries in 2026. */
const sizes = { ofacPeople: 7_500, ofacCompanies: 9_000, unPeople: 650, unCompanies: 250, ceis: 22_000, pep: 130_000 } // prettier-ignore

type Sizes = Readonly<Record<keyof typeof sizes, number>>

export const publish = (seed: number, count: Sizes = sizes): ListFile[] => [
  ...publishOfac(createChance(seed, 1), count),
  publishUn(createChance(seed, 2), count),
  publishCeis(createChance(seed, 3), count),
  publishPep(createChance(seed, 4), count),
]

const toFile = (name: string, text: string): ListFile => ({ name, bytes: Buffer.from(text) })
const lines = (count: number, make: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => make(at))

function publishOfac(chance: Chance, count: Sizes): ListFile[] {
  const none = '-0- '
  const row = (id: number, name: string, type: string, remarks: string) =>
    [id, `"${name}"`, type, '"SDGT"', ...Array.from({ length: 7 }, () => none), remarks].join(',')
  const alias = (id: number, at: number, name: string) => `${id},${at},"aka","${name}",${none}`
  const aliases: string[] = []
  const also = (id: number, draw: () => string) => {
    for (let more = chance.between(0, 3); more > 0; more -= 1)
      aliases.push(alias(id, aliases.length + 1, draw()))
  }
  const rows = [
    ...lines(count.ofacPeople, (at) => {
      const name = drawListedName(chance)
      also(at + 1, () => inOfac(vary(name, chance)))
      const remarks = [drawDates(chance), 'POB Somewhere', 'Gender Male'].filter(
        (one) => one !== '',
      )
      return row(at + 1, inOfac(name), '"individual"', `"${remarks.join('; ')}."`)
    }),
    ...lines(count.ofacCompanies, (at) => {
      const id = count.ofacPeople + at + 1
      const name = drawListedCompany(chance)
      also(id, () => drawListedCompany(chance))
      return row(id, name, none, none)
    }),
  ]
  return [toFile('sdn.csv', rows.join('\r\n')), toFile('alt.csv', aliases.join('\r\n'))]
}

const inOfac = ({ last, first }: ListedName) => `${last}, ${first}`

/** An alias of the same person: with a part left out, or with another first name. */
const vary = (name: ListedName, chance: Chance): ListedName =>
  chance.percent(50)
    ? { ...name, first: name.first.split(' ')[0] ?? name.first }
    : { last: name.last, first: drawListedName(chance).first }

const months = [
  'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec',
] as const // prettier-ignore

/** Nearly two thirds are full dates, one in seven is a year, one in nine is missing. */
function drawDates(chance: Chance): string {
  const kind = chance.between(1, 100)
  const date = drawBirthdate(chance)
  const [year = '', month = '', day = ''] = date.split('-')
  const written = `${day} ${months[Number(month) - 1]} ${year}`
  if (kind <= 11) return ''
  if (kind <= 63) return `DOB ${written}`
  if (kind <= 75) return `DOB ${year}`
  if (kind <= 80) return `DOB circa ${year}`
  if (kind <= 82) return `DOB ${months[Number(month) - 1]} ${year}`
  if (kind <= 86) return `DOB ${year} to ${Number(year) + chance.between(1, 5)}`
  return `DOB ${written}; alt. DOB ${drawBirthdate(chance).slice(0, 4)}`
}

function publishUn(chance: Chance, count: Sizes): ListFile {
  const person = (at: number) => {
    const { last, first } = drawListedName(chance)
    const names = [...first.split(' '), last].slice(0, 4)
    const tags = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
    const date = drawBirthdate(chance)
    const born = chance.percent(55)
      ? `<TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${date}</DATE>`
      : chance.percent(60)
        ? `<TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>${date.slice(0, 4)}</YEAR>`
        : ''
    const alias = drawListedName(chance)
    return `<INDIVIDUAL><DATAID>${at + 1}</DATAID>${names.map((one, n) => `<${tags[n]}>${one}</${tags[n]}>`).join('')}<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${alias.first} ${last}</ALIAS_NAME></INDIVIDUAL_ALIAS><INDIVIDUAL_DATE_OF_BIRTH>${born}</INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>`
  }
  const entity = (at: number) =>
    `<ENTITY><DATAID>${900_000 + at}</DATAID><FIRST_NAME>${drawListedCompany(chance)}</FIRST_NAME></ENTITY>`
  const text = `<?xml version="1.0" encoding="utf-8"?><CONSOLIDATED_LIST dateGenerated="2026-11-19"><INDIVIDUALS>${lines(count.unPeople, person).join('')}</INDIVIDUALS><ENTITIES>${lines(count.unCompanies, entity).join('')}</ENTITIES></CONSOLIDATED_LIST>`
  return toFile('consolidated.xml', text)
}

const hide = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
const toRow = (cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(';')

function publishCeis(chance: Chance, count: Sizes): ListFile {
  const head = ['CADASTRO', 'CÓDIGO DA SANÇÃO', 'TIPO DE PESSOA', 'CPF OU CNPJ DO SANCIONADO', 'NOME DO SANCIONADO', 'NOME INFORMADO PELO ÓRGÃO SANCIONADOR', 'RAZÃO SOCIAL - CADASTRO RECEITA', 'NOME FANTASIA - CADASTRO RECEITA'] // prettier-ignore
  const rows = lines(count.ceis, (at) => {
    const isPerson = chance.percent(25)
    const name = isPerson ? drawName(chance) : drawCompanyName(chance)
    const document = isPerson ? hide(drawCpf(chance)) : drawCnpj(chance, '3')
    return toRow([
      'CEIS',
      `${at + 1}`,
      isPerson ? 'F' : 'J',
      document,
      name,
      'Sem informação',
      '',
      '',
    ])
  })
  return toFile('20261120_CEIS.csv', [toRow(head), ...rows].join('\r\n'))
}

function publishPep(chance: Chance, count: Sizes): ListFile {
  const head = ['CPF', 'Nome_PEP', 'Sigla_Função', 'Descrição_Função', 'Nível_Função', 'Nome_Órgão', 'Data_Início_Exercício', 'Data_Fim_Exercício', 'Data_Fim_Carência'] // prettier-ignore
  const rows = lines(count.pep, (at) =>
    toRow([
      hide(drawCpf(chance)),
      drawName(chance),
      'VEREAD',
      'VEREADOR',
      '',
      `MUN. ${at}`,
      '01/01/2025',
      '',
      '',
    ]),
  )
  return toFile('202610_PEP.csv', [toRow(head), ...rows].join('\r\n'))
}
