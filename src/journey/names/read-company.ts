// A company's name taken apart: its legal form, the words that say what it does, and those that are its own.
import { type CompanyWord, toCompanyWords } from './company-words.ts'
import table from './data/companies.json' with { type: 'json' }
import { fold, type Folded } from './fold.ts'
import { type LegalForm, type ReadWord, withoutForms } from './legal-forms.ts'

export type CompanyName = Pick<Folded, 'script' | 'original'> & {
  /** In their order, without legal form; empty: the text is no name. */
  readonly words: readonly CompanyWord[]
  /** Undefined: the name says nothing of it. */
  readonly form: LegalForm | undefined
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
  return {
    script,
    original,
    words: toCompanyWords(own, own.length === read.length && length >= cutFrom),
    form,
    document: found.find((digits) => digits.length >= 8) ?? '',
    length,
  }
}

const join = (letters: string): string => letters.replaceAll(/[./]/g, '')

const spell = (text: string): string =>
  text.replaceAll(/[&+@%$€]/g, (sign) => symbols.get(sign) ?? sign)

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
