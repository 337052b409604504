// The states of Brazil with the ranges of their postal codes, their area codes and fiscal regions.

export type State = {
  readonly code: string
  readonly name: string
  /** The first and last five digits of each range of postal codes, both included. */
  readonly zips: readonly (readonly [number, number])[]
  readonly areaCodes: readonly number[]
  /** The ninth digit of a CPF that was first registered there. */
  readonly fiscalRegion: number
  /** The state's number in voter titles. */
  readonly titleCode: string
}

/** Ranges of postal codes and area codes are texts, so that a state is one line. */
// oxlint-disable-next-line max-params -- a row of a table, read across
const row = (
  code: string,
  name: string,
  zips: string,
  areaCodes: string,
  fiscalRegion: number,
  titleCode: string,
): State => ({
  code,
  name,
  zips: zips.split(' ').map((range) => {
    const [from = '', to = ''] = range.split('-')
    return [Number(from), Number(to)] as const
  }),
  areaCodes: areaCodes.split(' ').map(Number),
  fiscalRegion,
  titleCode,
})

export const states: readonly State[] = [
  row('AC', 'Acre', '69900-69999', '68', 2, '24'),
  row('AL', 'Alagoas', '57000-57999', '82', 4, '17'),
  row('AM', 'Amazonas', '69000-69299 69400-69899', '92 97', 2, '22'),
  row('AP', 'Amapá', '68900-68999', '96', 2, '25'),
  row('BA', 'Bahia', '40000-48999', '71 73 74 75 77', 5, '05'),
  row('CE', 'Ceará', '60000-63999', '85 88', 3, '07'),
  row('DF', 'Distrito Federal', '70000-72799 73000-73699', '61', 1, '20'),
  row('ES', 'Espírito Santo', '29000-29999', '27 28', 7, '14'),
  row('GO', 'Goiás', '72800-72999 73700-76799', '61 62 64', 1, '10'),
  row('MA', 'Maranhão', '65000-65999', '98 99', 3, '11'),
  row('MG', 'Minas Gerais', '30000-39999', '31 32 33 34 35 37 38', 6, '02'),
  row('MS', 'Mato Grosso do Sul', '79000-79999', '67', 1, '19'),
  row('MT', 'Mato Grosso', '78000-78899', '65 66', 1, '18'),
  row('PA', 'Pará', '66000-68899', '91 93 94', 2, '13'),
  row('PB', 'Paraíba', '58000-58999', '83', 4, '12'),
  row('PE', 'Pernambuco', '50000-56999', '81 87', 4, '08'),
  row('PI', 'Piauí', '64000-64999', '86 89', 3, '15'),
  row('PR', 'Paraná', '80000-87999', '41 42 43 44 45 46', 9, '06'),
  row('RJ', 'Rio de Janeiro', '20000-28999', '21 22 24', 7, '03'),
  row('RN', 'Rio Grande do Norte', '59000-59999', '84', 4, '16'),
  row('RO', 'Rondônia', '76800-76999', '69', 2, '23'),
  row('RR', 'Roraima', '69300-69399', '95', 2, '26'),
  row('RS', 'Rio Grande do Sul', '90000-99999', '51 53 54 55', 0, '04'),
  row('SC', 'Santa Catarina', '88000-89999', '47 48 49', 9, '09'),
  row('SE', 'Sergipe', '49000-49999', '79', 5, '21'),
  row('SP', 'São Paulo', '01000-19999', '11 12 13 14 15 16 17 18 19', 8, '01'),
  row('TO', 'Tocantins', '77000-77999', '63', 1, '27'),
]

const bySpelling = new Map(
  states.flatMap((state) => [
    [spell(state.code), state],
    [spell(state.name), state],
  ]),
)

/** Finds a state by its code or name, ignoring letter case and accents. */
export const findState = (given: string): State | undefined => bySpelling.get(spell(given))

function spell(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}

/** The states with the area code; some area codes cross a border. */
export const statesOfAreaCode = (areaCode: number): readonly State[] =>
  states.filter(({ areaCodes }) => areaCodes.includes(areaCode))

/** The state of a postal code of eight digits; undefined for one that no state has. */
export function stateOfZip(zip: string): State | undefined {
  const first = Number(zip.slice(0, 5))
  return states.find(({ zips }) => zips.some(([from, to]) => first >= from && first <= to))
}
