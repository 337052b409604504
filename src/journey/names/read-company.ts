// A company's name taken apart: its legal form, the words that say what it does, and those that are its own.
import { acronymsOf } from './acronyms.ts'
import { type CompanyWord, toCompanyWords } from './company-words.ts'
import table from './data/companies.json' with { type: 'json' }
import { fold, type Folded } from './fold.ts'
import { runsOf } from './foreign.ts'
import { type LegalForm, type ReadWord, withoutForms } from './legal-forms.ts'

export type CompanyName = Pick<Folded, 'script' | 'original'> & {
  /** Its words in one, with its particles and without. */
  readonly runs: readonly string[]
  /** In their order, without legal form; empty: the text is no name. */
  readonly words: readonly CompanyWord[]
  /** Undefined: the name says nothing of it. */
  readonly form: LegalForm | undefined
  /** What it is called in short: the first letters of its words, and of its form; of a name of one word that word. */
  readonly acronyms: readonly string[]
  /** The number of the company or its owner, where the name contains one; else empty. */
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

/** A root of a CNPJ has 8 digits, a CPF 11, a CNPJ 14; with signs between them as they are printed. */
const documents = /(?<!\d)\d[\d./-]{6,17}\d(?!\d)/g

/** `A.B.C.` and `S/A`: letters with signs between them and no blank. */
const dottedLetters = /(?<![\p{L}\p{N}.])\p{L}(?:[./]\p{L})+(?![\p{L}\p{M}\p{N}])/gu

export function readCompanyName(text: string): CompanyName {
  const bounded = text.slice(0, 500)
  const found = bounded.match(documents)?.map((one) => one.replaceAll(/\D/g, '')) ?? []
  const bare = text.length > 500 ? text : spell(bounded.replaceAll(documents, ' '))
  const dotted = new Set(bare.match(dottedLetters)?.flatMap((one) => fold(join(one)).words))
  const { words, script, original } = fold(bare.replaceAll(dottedLetters, join))
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

/** The words of the legal form; none where it stands before the name. */
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

/** `24h`, `24 hs`; behind other numbers a letter that stands alone may be a part of the name. */
const hours =
  /(?<![\p{L}\p{N}])(\d{1,2}(?=h)|12|24) ?h(?:s|rs?)?(?![\p{L}\p{N}]| \p{L}(?!\p{L}))/giu

/** `N. S. Aparecida`, whose letters are others' initials before any other word. */
const ladies = new RegExp(
  `(?<![\\p{L}\\p{N}])N\\.? ?S\\.? (?=(?:d[aeo]s? )?(?:${table.ladies.replaceAll(' ', '|')})(?!\\p{L}))`,
  'giu',
)

/** `J P`, `J.P.` and `JP` are one. */
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

/** `J P S A`: the last two letters are the form. */
function splitForm(words: readonly ReadWord[]): readonly ReadWord[] {
  const last = words.at(-1)
  if (!last?.isRun || last.text.length < 4 || !last.text.endsWith('sa')) return words
  const [name, form] = [last.text.slice(0, -2), 'sa']
  return [...words.slice(0, -1), { text: name, isRun: true }, { text: form, isRun: true }]
}
