// Recognises a reply code beside the answer: `47 1`, `471`, `bom dia, 47 sim` and `1 47` answer question 47.
import { toParts } from './affirmation.ts'
import type { Options } from './question.ts'
import type { Lexicon } from './vocabulary.ts'
import type { Clause, Word } from './words.ts'

/** The clauses without the code; undefined where the code is missing, or there is nothing else. */
export function takeCode(
  clauses: readonly Clause[],
  code: string,
  options: Options,
  lexicon: Lexicon,
): readonly Clause[] | undefined {
  const found = clauses.flatMap((clause) =>
    clause.words.flatMap((word, at) => (isCode(word, code) ? { clause, at } : [])),
  )
  const [only, ...more] = found
  if (!only) return unglue(clauses, code, options)
  if (more.length > 0 || !isAtEdge(only.clause.words, only.at, lexicon)) return undefined
  const rest = clauses
    .map((clause) =>
      clause === only.clause ? { ...clause, words: without(only, lexicon) } : clause,
    )
    .filter(({ words, asks }) => words.length > 0 || asks)
  return rest.some(({ words }) => words.length > 0) ? rest : undefined
}

const isCode = ({ kind, plain }: Word, code: string): boolean => kind === 'number' && plain === code

/** Whether the word comes last, or first after greetings. */
function isAtEdge(words: readonly Word[], at: number, lexicon: Lexicon): boolean {
  if (at === words.length - 1) return true
  const before = words.slice(0, at).filter(({ text }) => !lexicon.coding.has(text))
  return toParts(before, lexicon).every(({ kind }) => kind === 'courtesy' || kind === 'address')
}

/** Removes the code with words that belong to it: `código`, and a slash beside it. */
function without(
  { clause: { words }, at }: { readonly clause: Clause; readonly at: number },
  { coding }: Lexicon,
): readonly Word[] {
  const isSlash = (word: Word | undefined) => word?.kind === 'slash'
  const from =
    at > 0 && (coding.has(words[at - 1]?.text ?? '') || isSlash(words[at - 1])) ? at - 1 : at
  const to = isSlash(words[at + 1]) ? at + 2 : at + 1
  return [...words.slice(0, from), ...words.slice(to)]
}

/** Splits `471` into code and option: only at the very beginning, and only where the rest is an option. */
function unglue(
  clauses: readonly Clause[],
  code: string,
  options: Options,
): readonly Clause[] | undefined {
  const [first, ...others] = clauses
  const [word, ...words] = first?.words ?? []
  if (!first || word?.kind !== 'number' || !word.plain.startsWith(code)) return undefined
  const plain = word.plain.slice(code.length)
  if (!options.some(({ option }) => plain === String(option))) return undefined
  return [{ ...first, words: [{ kind: 'number', text: plain, plain }, ...words] }, ...others]
}
