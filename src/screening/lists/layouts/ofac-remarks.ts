// Reads the remarks of an OFAC entry: birth dates, numbers of documents, other names and countries, separated by
// semicolons (read off SDN.CSV as moov-io/watchman keeps it, test/testdata/sdn.csv at d299005).
import { normaliseListedDates } from '#src/journey/dates/listed-date.ts'
import type { ListEntry } from '../schema.ts'
import { listForeign, toDocuments } from './text.ts'

type Said = Pick<ListEntry, 'birthDates' | 'documents' | 'otherNames' | 'weakNames' | 'countries'>

export function readRemarks(text: string): Said {
  const remarks = text.split(/;|\.$/).map((one) => one.trim().replace(/^alt\. /i, ''))
  const all = (form: RegExp) => remarks.flatMap((one) => form.exec(one)?.groups?.['said'] ?? [])
  const numbers = remarks.flatMap(readNumber)
  const [own, foreign] = [true, false].map((isOfBrazil) =>
    numbers.filter((one) => one.isOfBrazil === isOfBrazil).map((one) => one.number),
  )
  return {
    birthDates: all(form.birth).flatMap(normaliseListedDates),
    documents: [...toDocuments(own ?? []), ...listForeign(foreign ?? [])],
    otherNames: all(form.name).filter((one) => !isQuoted(one)),
    // Weak aliases are in quotes (OFAC's frequently asked questions, 122 and 123).
    weakNames: all(form.name).filter(isQuoted).map(unquote),
    countries: [...new Set(all(form.country))],
  }
}

const short = ['CPF', 'CNPJ', 'NIT', 'RFC', 'RUC', 'RIF', 'RTN', 'CURP', 'CUIT', 'CUIP', 'DNI', 'CIF', 'IFE', 'NIE', 'SSN', 'VAT'] // prettier-ignore
const labels = [
  // Also with points, as in `C.P.F.`
  ...short.map((letters) => `${Array.from(letters).join('\\.?')}\\.?`),
  'US FEIN|Cedula|Italian Fiscal Code|Residency|Numero de Identidad',
  "(?:[A-Z][a-z]+ )?Passport(?: Booklet)?|Travel Document|Birth Certificate|Driver's License",
  '[A-Za-z ]*(?:ID|Identification)(?: Card)?|(?:UK )?Company|Legal Entity|Electoral Registry',
  '(?:Business |Public |Commercial )?(?:Registration|Registry)(?: Document)?',
  'Matricula Mercantil|Chamber of Commerce',
]

const form = {
  birth: /^DOB:? (?<said>.+)$/i,
  name: /^\(?[afn]\.k\.a\.,? (?<said>.+?)\)?$/i,
  country: /^(?:nationality|citizen) (?<said>[A-Z][A-Za-z ,]+)$/,
  number: new RegExp(
    `^(?<label>${labels.join('|')})(?: #| No\\.?| Number)?:? (?<said>(?:[A-Z]{1,3} )?(?=[A-Z0-9./-]*\\d)[A-Z0-9./-]{4,})(?: \\((?<country>[^)]*)\\))?`,
    'i',
  ),
}

function readNumber(remark: string) {
  const { label = '', said: number = '', country } = form.number.exec(remark)?.groups ?? {}
  const isOfBrazil = country === 'Brazil' || /^C\.?(?:P\.?F|N\.?P\.?J)\.?$/i.test(label)
  return number === '' ? [] : [{ number, isOfBrazil }]
}

const quotes = /^['"‘“]|['"’”]$/g
const isQuoted = (name: string): boolean => /^['"‘“]/.test(name)
const unquote = (name: string): string => name.replaceAll(quotes, '')
