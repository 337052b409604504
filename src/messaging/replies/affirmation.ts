// Decides whether a whole text is a yes. Each word must have a known role in a yes: an unknown word leaves the answer
// open.
import type { Lexicon, PartKind } from './vocabulary.ts'
import type { Word } from './words.ts'

type Kind = PartKind | 'number' | 'number-word' | 'ordinal' | 'name' | 'slash' | 'unknown'

export type Part = {
  readonly kind: Kind
  readonly at: number
  readonly length: number
  /** The value of a number. */
  readonly number?: string
}

/** The words of a clause as parts, each the longest that begins at its position. */
export function toParts(words: readonly Word[], lexicon: Lexicon): Part[] {
  const { parts, numbers, ordinals, isName } = lexicon
  const texts = words.map(({ text }) => text)
  const read: Part[] = []
  for (let at = 0; at < words.length; at += read.at(-1)?.length ?? 1) {
    const { kind, text } = words[at] ?? { kind: 'slash', text: '' }
    const found = parts.longest(texts, at)
    const number = numbers.get(text)
    const ordinal = ordinals.get(text)
    if (kind === 'slash') read.push({ kind, at, length: 1 })
    else if (kind === 'number') read.push({ kind, at, length: 1, number: text })
    else if (found) read.push({ kind: found.kind, at, length: found.length })
    else if (number !== undefined) read.push({ kind: 'number-word', at, length: 1, number })
    else if (ordinal !== undefined) read.push({ kind: 'ordinal', at, length: 1, number: ordinal })
    else read.push({ kind: isName(text) ? 'name' : 'unknown', at, length: 1 })
  }
  const isNumbering = (one: Part | undefined) => one?.kind === 'numbering'
  return read.map((part, index) =>
    part.kind === 'ordinal' && !isNumbering(read[index - 1]) && !isNumbering(read[index + 1])
      ? { kind: 'unknown', at: part.at, length: 1 }
      : part,
  )
}

export const affirming: ReadonlySet<Kind> = new Set(['plainYes', 'yes', 'okay', 'alone'])

/** Whether any part is a word of affirmation. */
export const hasYesWord = (parts: readonly Part[]): boolean =>
  parts.some(({ kind }) => affirming.has(kind))

/** Whether all parts of all clauses make up a yes; `yes` is the number of its option. */
export function isYes(clauses: readonly (readonly Part[])[], yes: string): boolean {
  const all = clauses.flat()
  const kinds = new Set(all.map(({ kind }) => kind))
  const numbered = all.filter(({ number }) => number !== undefined)
  if (numbered.some(({ number }) => number !== yes)) return false
  if (!hasYesWord(all) && numbered.length === 0) return false
  // In `um abraço` and `um bom dia` the word `um` is an article, not option 1.
  const isPlain = [...kinds].every((kind) => besideNumberWord.has(kind))
  if (kinds.has('number-word') && !isPlain) return false
  const has = {
    sentence: kinds.has('yes'),
    strong: kinds.has('yes') || kinds.has('plainYes'),
    number: kinds.has('number') || kinds.has('ordinal'),
    alone: kinds.has('alone'),
  }
  return clauses.every(
    (parts, at) =>
      (has.strong && at > 0 && at === clauses.length - 1 && isSignature(parts)) ||
      parts.every((_, index) => fits({ parts, after: clauses[at + 1]?.[0] }, index, has)),
  )
}

const besideName: ReadonlySet<Kind> = new Set(['name', 'particle', 'courtesy'])

/** A name at the end, such as `João da Silva`, is the signature of the person who replies. */
const isSignature = (parts: readonly Part[]): boolean =>
  parts.some(({ kind }) => kind === 'name') && parts.every(({ kind }) => besideName.has(kind))

const besideNumberWord: ReadonlySet<Kind> = new Set([
  'number-word',
  'numbering',
  'joiner',
  'okay',
  'plainYes',
])
/** After one of these words a name is mentioned, not addressed: `1 amigo`, `fui eu e o amigo`. */
const naming: ReadonlySet<Kind | undefined> = new Set([
  'number',
  'number-word',
  'joiner',
  'support',
  'numbering',
  'afterNumber',
])

/** Parts of answers that name an option: `opção 1`, `a resposta é sim`. */
const named: ReadonlySet<Kind | undefined> = new Set([
  'number',
  'number-word',
  'ordinal',
  'numbering',
  'joiner',
  'plainYes',
  'yes',
])

type Place = {
  readonly parts: readonly Part[]
  /** The first part of the next clause. */
  readonly after: Part | undefined
}

type Has = {
  /** `fui eu`: more than a plain `sim`. */
  readonly sentence: boolean
  readonly strong: boolean
  readonly number: boolean
  readonly alone: boolean
}

/** Whether a part is allowed at its position. `alone`: words like `fiz`, which mean yes only on their own. */
function fits({ parts, after }: Place, index: number, has: Has): boolean {
  const before = parts[index - 1]?.kind
  const isLone = parts.length === 1
  const isAlone = has.alone && !has.strong
  switch (parts[index]?.kind) {
    case 'plainYes':
    case 'yes':
    case 'okay':
    case 'alone':
    case 'number-word':
    case 'ordinal':
      return true
    case 'number':
      return before !== 'alone' && before !== 'support'
    case 'courtesy':
      return !isAlone
    // `sim, aqui é a Maria` may only say who is writing.
    case 'introduction':
      return has.sentence
    case 'address':
      return !isAlone && !naming.has(before)
    case 'joiner':
      return isLone ? has.strong : (has.strong || has.number) && index < parts.length - 1
    case 'support':
    case 'particle':
      return has.strong
    case 'afterNumber':
      return before === 'number'
    case 'numbering':
      return before === 'ordinal' || named.has((parts[index + 1] ?? after)?.kind)
    case 'name':
    case 'slash':
    case 'unknown':
    case undefined:
      return false
  }
}
