// Brings the usual spellings of a result into one: absent values are left out, dates are those of the calendar, numbers
// have no punctuation. An unknown spelling stays, and is refused with its path. Pure.

const textMax = 1_000
const dates = ['birthdate', 'openedAt', 'date']
const numbers = ['score', 'capital']
const documents = ['document', 'documents']
const lists = ['topics', 'lists', 'birthDates', 'countries', 'documents', 'otherNames', 'weakNames'] // prettier-ignore

/** Normalises a result, or a value in it under that name. */
export function normalise(value: unknown, name = ''): unknown {
  if (Array.isArray(value))
    return value.filter((one) => !isAbsent(one)).map((one) => normalise(one, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, one]) => !isNothing(key, one))
        .map(([key, one]) => [key, normalise(listed(key, one), key)]),
    )
  if (typeof value === 'number') return numbers.includes(name) ? value : toWord(value, name)
  return typeof value === 'string' ? normaliseText(value.trim(), name) : value
}

/** A single value where a list is expected is a list of one. */
const listed = (name: string, value: unknown): unknown =>
  lists.includes(name) && !Array.isArray(value) ? [value] : value

const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** Whether a field is absent, or holds what databases and programs write where there is no date. */
export const isNothing = (name: string, value: unknown): boolean =>
  isAbsent(value) || (dates.includes(name) && isNoDate(value))

const isNoDate = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[0\W]+$|0001-01-01|01.01.0001)/.test(value.trim().slice(0, 10))

const words = ['id', 'document', 'documents', 'birthDates', 'cnaes', 'value', 'version', 'zipCode', 'legalNature'] // prettier-ignore

/** Numbers of documents, activities and entries, and years, often arrive as JSON numbers. */
const toWord = (value: number, name: string): unknown =>
  words.includes(name) ? String(value) : value

function normaliseText(text: string, name: string): unknown {
  if (dates.includes(name)) return toDate(text)
  if (numbers.includes(name)) return toNumber(text)
  if (documents.includes(name)) return text.replaceAll(/[\s./-]/g, '').toUpperCase()
  if (name === 'cnaes') return text.replaceAll(/[\s./-]/g, '').padStart(7, '0')
  return Array.from(text).slice(0, textMax).join('')
}

/** `17/05/1970`, `17051970`, `1970-05-17T00:00:00` and `19700517`. */
function toDate(text: string): string {
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?=$|[T ])/.exec(text) ??
    /^((?:19|20)\d{2})(0[1-9]|1[0-2])(\d{2})$/.exec(text) ??
    []
  if (day !== undefined) return `${year}-${month}-${day}`
  const [, ownDay, ownMonth, ownYear] = /^(\d{2})[/.-]?(\d{2})[/.-]?(\d{4})(?=$|[T ])/.exec(text) ?? [] // prettier-ignore
  return ownYear === undefined ? text : `${ownYear}-${ownMonth}-${ownDay}`
}

/** `1.234,56`, `R$ 1.234,56` and `1,234.56`; `0,91` too. */
function toNumber(text: string): unknown {
  const bare = text.replace(/^R\$\s*/, '').replaceAll(/\s/g, '')
  const isPortuguese = /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d+$|^-?\d{1,3}(\.\d{3}){2,}$/.test(bare)
  const plain = isPortuguese ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(/,(?=\d{3}(\D|$))/g, '') // prettier-ignore
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text
}
