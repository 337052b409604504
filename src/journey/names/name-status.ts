// The remarks that registers and offices write beside a name: that the person has died, or that others act for the
// person.

export type NameStatus = 'deceased' | 'interdicted' | 'minor'

const words: readonly (readonly [status: NameStatus, words: string])[] = [
  ['deceased', 'falecid[oa]|falecimento|esp[óo]lio|de cujus|[óo]bito|finad[oa]|in memoriam|deceased'],
  ['interdicted', 'interditad[oa]|interdi[cç][ãa]o|curatelad[oa]|incapaz'],
  ['minor', 'menor'],
] // prettier-ignore

/** No surname is among these words, so they need no separating sign before them. */
const bare = /(?:^|\s)(?:falecid[oa]|interditad[oa]|curatelad[oa]|esp[óo]lio)(?:\s*\([oa]\))?\s*$/iu
const estateOf = /^\s*esp[óo]lio(?:\s+d[eao]s?(?=\s)|\s*[:–—-])?\s+/iu
const any = words.map(([, row]) => row).join('|')
const inBrackets = new RegExp(
  `\\s*[([{]\\s*(?:${any})(?![\\p{L}\\p{N}])[^)\\]}]{0,60}[)\\]}]?(?:\\s*\\))?`,
  'giu',
)
/** A hyphen between two letters is part of a name, unless nothing follows the status word. */
const behindSign = new RegExp(
  `(?:\\s+-\\s*|-(?=(?:${any})\\s*$)|\\s*[–—/|,;:*]\\s*)(?:${any})(?![\\p{L}\\p{N}]).{0,60}$`,
  'iu',
)
const beforeSign = new RegExp(`^\\s*(?:${any})(?:\\s*\\([oa]\\))?(?:\\s+-|\\s*[–—/|;:*])\\s*`, 'iu') // prettier-ignore
const shapes = [estateOf, inBrackets, behindSign, beforeSign, bare]
const patterns = words.map(([status, row]) => ({ status, pattern: new RegExp(row, 'iu') }))

/**
 * Separates the name from the status: `MARIA LIMA (FALECIDA)`, `ESPÓLIO DE MARIA LIMA`, `MARIA LIMA - INTERDITADA`.
 * `MENOR` needs a sign before it, because it is also a family name.
 */
export function splitNameStatus(text: string): { name: string; status?: NameStatus } {
  const plain = text.length > 500 ? text : text.normalize('NFC')
  if (plain.length > 500 || patterns.every(({ pattern }) => !pattern.test(plain)))
    return { name: text }
  const name = shapes.reduce((rest, shape) => rest.replace(shape, ' '), plain).trim()
  if (name === plain.trim()) return { name: text }
  const hasStatus = ({ pattern }: { pattern: RegExp }) =>
    count(pattern, plain) > count(pattern, name)
  const status = patterns.find(hasStatus)?.status
  return { name: /\p{L}/u.test(name) ? name : text, ...(status && { status }) }
}

const count = (pattern: RegExp, text: string): number =>
  text.match(new RegExp(pattern, 'giu'))?.length ?? 0

/** Whether others act for the company than its register names, as for `MASSA FALIDA DE …` and `… EM LIQUIDAÇÃO`. */
export const isWoundUp = (company: string): boolean =>
  /(?<!\p{L})(?:massa falida|em liquida[cç][aã]o|fal[eê]ncia decretada)(?!\p{L})|[-–—(/]\s*falid[ao](?!\p{L})/iu.test(
    company.normalize('NFC'),
  )
