// A company's name taken apart: its legal form, the words that say what it does, and those that are its own.
import { type CompanyWord, isParticle, toCompanyWord } from './company-words.ts'
import table from './data/companies.json' with { type: 'json' }
import { fold, type Folded } from './fold.ts'

export type CompanyName = Pick<Folded, 'script'> & {
  /** In their order, without legal form and particles; empty: the text is no name. */
  readonly words: readonly CompanyWord[]
  /** `any`: the name says nothing of it; how large it is counts as nothing. */
  readonly liability: 'limited' | 'shares' | 'any'
  /** Its or its owner's document, where it stands in the name. */
  readonly document: string
  readonly length: number
}

const forms = table.forms
  .flatMap(({ words, liability }) => words.map((form) => ({ form: form.split(' '), liability })))
  .toSorted((one, other) => other.form.length - one.form.length)
const leading = table.leading.map((form) => form.split(' '))

/** A root of a CNPJ has 8 digits, a CPF 11, a CNPJ 14; with signs between them as they are printed. */
const documents = /(?<!\d)\d[\d./-]{6,17}\d(?!\d)/g

export function readCompanyName(text: string): CompanyName {
  const bounded = text.slice(0, 500)
  const found = bounded.match(documents)?.map((one) => one.replaceAll(/\D/g, '')) ?? []
  const rest = text.length > 500 ? text : bounded.replaceAll(documents, ' ').replaceAll('&', ' e ')
  const { words, script } = fold(rest)
  const { own, liability } = withoutForms(words)
  return {
    script,
    words: joinLetters(own.filter((word) => !isParticle(word))).map(toCompanyWord),
    liability,
    document: found.find((digits) => digits.length >= 8) ?? '',
    length: words.join(' ').length,
  }
}

function withoutForms(words: readonly string[]) {
  const start = leading.find((form) => form.every((word, at) => words[at] === word))?.length ?? 0
  let own = words.slice(start)
  let liability: CompanyName['liability'] = 'any'
  for (let found = formAtEnd(own); found; found = formAtEnd(own)) {
    own = own.slice(0, -found.form.length)
    if (liability === 'any') liability = toLiability(found.liability)
  }
  return { own, liability }
}

const formAtEnd = (words: readonly string[]) =>
  forms.find(
    ({ form }) =>
      form.length <= words.length && form.every((word, at) => words.at(at - form.length) === word),
  )

const toLiability = (text: string): CompanyName['liability'] =>
  text === 'limited' || text === 'shares' ? text : 'any'

/** `J P`, `J.P.` and `JP` are one. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const word of words) {
    const isLetter = /^[a-z]$/.test(word)
    if (isLetter && isOpen) joined.push((joined.pop() ?? '') + word)
    else joined.push(word)
    isOpen = isLetter
  }
  return joined
}
