// Whether all of a text is a yes. Each word must have its part in one: what is not known leaves the answer open.
import type { Lexicon, PartKind } from './vocabulary.ts'
import type { Word } from './words.ts'

type Kind = PartKind | 'number' | 'number-word' | 'slash' | 'unknown'

export type Part = {
  readonly kind: Kind
  readonly at: number
  readonly length: number
  /** Of a number. */
  readonly number?: string
}

/** The words of a clause in order, each in the longest part that begins at it. */
export function toParts(words: readonly Word[], { parts, numbers }: Lexicon): Part[] {
  const texts = words.map(({ text }) => text)
  const read: Part[] = []
  for (let at = 0; at < words.length; at += read.at(-1)?.length ?? 1) {
    const { kind, text } = words[at] ?? { kind: 'slash', text: '' }
    const found = parts.longest(texts, at)
    const number = numbers.get(text)
    if (kind === 'slash') read.push({ kind, at, length: 1 })
    else if (kind === 'number') read.push({ kind, at, length: 1, number: text })
    else if (found) read.push({ kind: found.kind, at, length: found.length })
    else if (number !== undefined) read.push({ kind: 'number-word', at, length: 1, number })
    else read.push({ kind: 'unknown', at, length: 1 })
  }
  return read
}

export const affirming: ReadonlySet<Kind> = new Set(['yes', 'okay', 'alone'])

/** Whether a word of yes is in it. */
export const hasYesWord = (parts: readonly Part[]): boolean =>
  parts.some(({ kind }) => affirming.has(kind))

/** Whether all parts of all clauses make a yes, where `yes` is its number. */
export function isYes(clauses: readonly (readonly Part[])[], yes: string): boolean {
  const all = clauses.flat()
  const kinds = new Set(all.map(({ kind }) => kind))
  const numbered = all.filter(({ kind }) => kind === 'number' || kind === 'number-word')
  if (numbered.some(({ number }) => number !== yes)) return false
  if (!hasYesWord(all) && numbered.length === 0) return false
  // `um abraço` and `um bom dia` are no numbers.
  const isPlain = [...kinds].every((kind) => besideNumberWord.has(kind))
  if (kinds.has('number-word') && !isPlain) return false
  const has = { strong: kinds.has('yes'), number: kinds.has('number'), alone: kinds.has('alone') }
  return clauses.every((parts) => parts.every((_, index) => fits(parts, index, has)))
}

const besideNumberWord: ReadonlySet<Kind> = new Set(['number-word', 'numbering', 'joiner', 'okay'])
/** After them somebody is named, not addressed: `1 amigo`, `fui eu e o amigo`. */
const naming: ReadonlySet<Kind | undefined> = new Set([
  'number',
  'number-word',
  'joiner',
  'support',
  'numbering',
  'afterNumber',
])

/** `opção 1`, `a resposta é sim`. */
const named: ReadonlySet<Kind | undefined> = new Set([
  'number',
  'number-word',
  'numbering',
  'joiner',
  'yes',
])

type Has = { readonly strong: boolean; readonly number: boolean; readonly alone: boolean }

/** Whether a part may stand where it does. `alone`: words like `fiz`, which with others tell a story. */
function fits(parts: readonly Part[], index: number, has: Has): boolean {
  const before = parts[index - 1]?.kind
  const isAlone = has.alone && !has.strong
  switch (parts[index]?.kind) {
    case 'yes':
    case 'okay':
    case 'alone':
    case 'number-word':
      return true
    case 'number':
      return before !== 'alone' && before !== 'support'
    case 'courtesy':
      return !isAlone
    case 'address':
      return !isAlone && !naming.has(before)
    case 'joiner':
      return (has.strong || has.number) && index < parts.length - 1
    case 'support':
      return has.strong
    case 'afterNumber':
      return before === 'number'
    case 'numbering':
      return named.has(parts[index + 1]?.kind)
    case 'slash':
    case 'unknown':
    case undefined:
      return false
  }
}
