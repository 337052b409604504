// Reads a company's name: its legal form, the words for its activity, and its distinctive words.
import { acronymsOf } from './acronyms.ts'
import { type CompanyWord, toCompanyWords } from './company-words.ts'
import table from './data/companies.json' with { type: 'json' }
import { fold, type Folded } from './fold.ts'
import { runsOf } from './foreign.ts'
import { type LegalForm, type ReadWord, withoutForms, withoutLatinSense } from './legal-forms.ts'

export type CompanyName = Pick<Folded, 'script' | 'original'> & {
  /** All words joined into one, with particles and without. */
  readonly runs: readonly string[]
  /** The words in their order, without the legal form; empty when the text is no name. */
  readonly words: readonly CompanyWord[]
  /** Undefined when the name contains no legal form. */
  readonly form: LegalForm | undefined
  /**
   * Acronyms of the name: the first letters of its words, with and without those of its form. A name of one word is its
   * own acronym.
   */
  readonly acronyms: readonly string[]
  /** The CNPJ or CPF that the name contains, else empty. */
  readonly document: string
  readonly length: number
}

const leading = table.leading.map((form) => form.split(' '))
const symbols = new Map([
  ['&', ' e '],
  ...table.symbols.map((row) => [row.slice(0, 1), ` ${row.slice(2)} `] as const),
])

/** The shortest line that lists of companies are cut to. */
export const cutFrom = 30

/** The root of a CNPJ has 8 digits, a CPF 11, a CNPJ 14; the usual separators may be between them. */
const documents = /(?<!\d)\d[\d./-]{6,17}\d(?!\d)/g

/** Letters with separators and no blank, as in `A.B.C.` and `S/A`. */
const dottedLetters = /(?<![\p{L}\p{N}.])\p{L}(?:[./]\p{L})+(?![\p{L}\p{M}\p{N}])/gu

export function readCompanyName(text: string): CompanyName {
  const bounded = text.slice(0, 500)
  const found = bounded.match(documents)?.map((one) => one.replaceAll(/\D/g, '')) ?? []
  const bare = text.length > 500 ? text : spell(bounded.replaceAll(documents, ' '))
  const dotted = new Set(bare.match(dottedLetters)?.flatMap((one) => fold(join(one)).words))
  const { words: folded, script, original } = fold(bare.replaceAll(dottedLetters, join))
  const words = script === 'latin' ? folded : folded.map(withoutLatinSense)
  const start = leading.find((form) => form.every((word, at) => words[at] === word))?.length ?? 0
  const read = splitForm(joinLetters(words.slice(start), dotted))
  const { words: own, form } = withoutForms(read)
  const length = words.join(' ').length
  const known = toCompanyWords(own, own.length === read.length && length >= cutFrom)
  return {
    script,
    original,
    runs: runsOf(
      own.map(({ text: one }) => one),
      known.filter(({ kind }) => kind !== 'particle'),
    ),
    words: known,
    form,
    acronyms: acronymsOf(known, form, behind(read, own)),
    document: found.find((digits) => digits.length >= 8) ?? '',
    length,
  }
}

/** The words of the legal form at the end; empty when the form is in front. */
const behind = (read: readonly ReadWord[], own: readonly ReadWord[]): string[] =>
  own.every(({ text }, at) => text === read[at]?.text)
    ? read.slice(own.length).map(({ text }) => text)
    : []

const join = (letters: string): string => letters.replaceAll(/[./]/g, '')

const spell = (text: string): string =>
  text
    .replaceAll(/[&+@%$€]/g, (sign) => symbols.get(sign) ?? sign)
    .replaceAll(hours, '$1 horas')
    .replaceAll(ladies, 'Nossa Senhora ')

/** Opening hours such as `24h` and `24 hs`; after other numbers a lone letter may be part of the name. */
const hours =
  /(?<![\p{L}\p{N}])(\d{1,2}(?=h)|12|24) ?h(?:s|rs?)?(?![\p{L}\p{N}]| \p{L}(?!\p{L}))/giu

/** In `N. S. Aparecida` the letters mean Nossa Senhora; before any other word they are initials of something else. */
const ladies = new RegExp(
  `(?<![\\p{L}\\p{N}])N\\.? ?S\\.? (?=(?:d[aeo]s? )?(?:${table.ladies.replaceAll(' ', '|')})(?!\\p{L}))`,
  'giu',
)

/** Joins single letters, so that `J P`, `J.P.` and `JP` are equal. */
function joinLetters(words: readonly string[], dotted: ReadonlySet<string>): ReadWord[] {
  const joined: ReadWord[] = []
  let isOpen = false
  for (const text of words) {
    const isLetter = /^[a-z]$/.test(text)
    if (isLetter && isOpen) joined.push({ text: (joined.pop()?.text ?? '') + text, isRun: true })
    else joined.push({ text, isRun: dotted.has(text) })
    isOpen = isLetter
  }
  return joined
}

/** Separates the form from joined initials: in `J P S A` the last two letters are `S.A.` */
function splitForm(words: readonly ReadWord[]): readonly ReadWord[] {
  const last = words.at(-1)
  if (!last?.isRun || last.text.length < 4 || !last.text.endsWith('sa')) return words
  const [name, form] = [last.text.slice(0, -2), 'sa']
  return [...words.slice(0, -1), { text: name, isRun: true }, { text: form, isRun: true }]
}
