// Invented people for drawn specimens. Their numbers have check digits that hold, and are nobody's on purpose.
import { checkDigitOf } from './zone.ts'

export type Specimen = {
  readonly name: string
  readonly parents: readonly [string, string]
  /** dd/mm/yyyy. */
  readonly born: string
  readonly issued: string
  readonly expires: string
  readonly cpf: string
  readonly register: string
  readonly licence: string
  readonly voter: string
  readonly city: string
  readonly state: string
  readonly body: string
  readonly sex: 'F' | 'M'
}

const seeds = [
  ['MARIA EXEMPLO DA SILVA', 'JOSÉ EXEMPLO DA SILVA', 'ANA LÚCIA CONCEIÇÃO EXEMPLO', 'F'],
  ['PEDRO TESTE CAVALCANTI', 'ANTÔNIO TESTE CAVALCANTI', 'RITA DE CÁSSIA MODELO', 'M'],
  ['JOÃO MODELO FIGUEIREDO', 'CARLOS MODELO FIGUEIREDO', 'HELENA AMOSTRA BRANDÃO', 'M'],
  ['LETÍCIA AMOSTRA NOGUEIRA', 'PAULO AMOSTRA NOGUEIRA', 'VERA LÚCIA TESTE', 'F'],
  ['FÁBIO FICTÍCIO GONÇALVES', 'MÁRIO FICTÍCIO GONÇALVES', 'SÔNIA EXEMPLO PRADO', 'M'],
  ['BEATRIZ ESPÉCIME RIBEIRO', 'OTÁVIO ESPÉCIME RIBEIRO', 'CLÁUDIA MODELO ASSIS', 'F'],
] as const
const cities = [
  ['CAMPINAS', 'SP'],
  ['RECIFE', 'PE'],
  ['CURITIBA', 'PR'],
  ['BELO HORIZONTE', 'MG'],
  ['SALVADOR', 'BA'],
  ['PORTO ALEGRE', 'RS'],
] as const

/** One for each number; the same for the same. */
export function specimenOf(number: number): Specimen {
  const [name, father, mother, sex] = seeds[number % seeds.length] ?? seeds[0]
  const [city, state] = cities[number % cities.length] ?? cities[0]
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = pad(1 + ((number * 7) % 28))
  const month = pad(1 + ((number * 5) % 12))
  return {
    name,
    parents: [father, mother],
    sex,
    born: `${day}/${month}/${1968 + ((number * 11) % 35)}`,
    issued: `${month}/${day.slice(0, 1) === '0' ? day : '11'}/2021`,
    expires: `${day}/${month}/2031`,
    cpf: makeCpf(String(310_987_000 + number * 7_919)),
    register: `${pad(10 + (number % 40))}.${345 + number}.${678 + number}-${number % 10}`,
    licence: makeLicence(String(28_765_000 + number * 104_729).padStart(9, '0')),
    voter: String(102_385_010_671 + number * 1_000_003),
    city,
    state,
    body: 'SSP',
  }
}

function makeCpf(nine: string): string {
  const digit = (text: string) => {
    const sum = text
      .split('')
      .reduce((all, one, at) => all + Number(one) * (text.length + 1 - at), 0)
    return String(((sum * 10) % 11) % 10)
  }
  const ten = nine + digit(nine)
  const all = ten + digit(ten)
  return all.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
}

/** As the traffic departments count: from nine down, then from one up, less two where the first was ten. */
function makeLicence(nine: string): string {
  const sum = (weight: (at: number) => number) =>
    nine.split('').reduce((all, one, at) => all + Number(one) * weight(at), 0) % 11
  const first = sum((at) => 9 - at)
  const second = sum((at) => 1 + at) - (first > 9 ? 2 : 0)
  const last = second < 0 ? second + 11 : second > 9 ? 0 : second
  return `${nine}${first > 9 ? 0 : first}${last}`
}

const wordsOf = ({ name }: Specimen): readonly string[] =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Z ]/g, '')
    .split(' ')

/** Of an invented one: two letters and six digits. */
export const passportOf = ({ register }: Specimen): string =>
  `ZZ${register.replaceAll(/\D/g, '').slice(0, 6)}`

/** The two lines of a passport (ICAO Doc 9303, part 4). */
export function passportZoneOf(person: Specimen): readonly string[] {
  const words = wordsOf(person)
  const day = (text: string) => text.slice(8) + text.slice(3, 5) + text.slice(0, 2)
  const checked = (part: string) => part + checkDigitOf(part)
  const number = checked(passportOf(person).padEnd(9, '<'))
  const [born, expires] = [checked(day(person.born)), checked(day(person.expires))]
  const personal = checked('<'.repeat(14))
  const sum = checkDigitOf(number + born + expires + personal)
  return [
    `P<BRA${words.at(-1)}<<${words.slice(0, -1).join('<')}`.slice(0, 44).padEnd(44, '<'),
    `${number}BRA${born}${person.sex}${expires}${personal}${sum}`,
  ]
}

/** The three lines of a card (ICAO Doc 9303, part 5). */
export function zoneOf(person: Specimen, number = person.cpf): readonly string[] {
  const digits = number.replaceAll(/\D/g, '')
  const rest = digits.slice(9)
  const top = `IDBRA${digits.slice(0, 9)}<${rest}${checkDigitOf(digits)}`.padEnd(30, '<')
  const day = (text: string) => text.slice(8) + text.slice(3, 5) + text.slice(0, 2)
  const [born, expires] = [day(person.born), day(person.expires)]
  const middle = `${born}${checkDigitOf(born)}${person.sex}${expires}${checkDigitOf(expires)}BRA`
  const line = middle.padEnd(29, '<')
  const sum = checkDigitOf(top.slice(5) + line.slice(0, 7) + line.slice(8, 15) + line.slice(18, 29))
  const words = wordsOf(person)
  const names = `${words.at(-1)}<<${words.slice(0, -1).join('<')}`
  return [top, line + sum, names.slice(0, 30).padEnd(30, '<')]
}
