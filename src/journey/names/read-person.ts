// A person's name taken apart: its words in the order given names, surnames, and what tells a son from his father.
import { fold, type Folded } from './fold.ts'
import {
  generationOf,
  isParticle,
  isTitle,
  type PersonWord,
  toPersonWord,
  withoutDigits,
} from './person-words.ts'

export type PersonName = Pick<Folded, 'script'> & {
  /** Without particles, titles and generation; empty: the text is no name. */
  readonly words: readonly PersonWord[]
  /** `junior`, `filho`, `neto` … */
  readonly generation: string | undefined
  /** An `e` stands after the first word. */
  readonly hasSecondE: boolean
  /** Numbers that stand in the text, which belong to no name. */
  readonly numbers: string
  /** Its letters as they were sent, folded: cards and forms cut long names. */
  readonly length: number
}

const nobody: PersonName = {
  script: 'latin',
  words: [],
  generation: undefined,
  hasSecondE: false,
  numbers: '',
  length: 0,
}

export function readPersonName(text: string): PersonName {
  const { words, script } = fold(text)
  if (words.length === 0) return nobody
  const numbers = words.filter((word) => /^\p{N}+$/u.test(word)).join(' ')
  const parts = hasComma(text) ? text.split(',').map((part) => readPart(fold(part).words)) : []
  const filled = parts.filter((part) => part.words.length > 0)
  const whole = filled.length > 1 ? joinParts(filled) : readPart(words)
  const { generation } = [...parts, whole].find((part) => part.generation !== undefined) ?? whole
  const length = words.join(' ').length
  const hasSecondE = words[1] === 'e'
  return { script, words: surnamesLast(whole.words), generation, hasSecondE, numbers, length }
}

const hasComma = (text: string) => text.length < 500 && text.includes(',')

type Part = { readonly words: readonly PersonWord[]; readonly generation: string | undefined }

function readPart(folded: readonly string[]): Part {
  const all = folded
    .map(withoutDigits)
    .filter((word) => !isParticle(word) && !/^\p{N}+$/u.test(word))
  const untitled = all.slice(
    Math.max(
      0,
      all.findIndex((word) => !isTitle(word)),
    ),
  )
  const words = untitled.length > 0 ? untitled : all
  const generation = words.length > 1 ? generationOf(words.at(-1) ?? '') : undefined
  const own = generation === undefined ? words : words.slice(0, -1)
  return { words: own.map(toPersonWord), generation }
}

/** Before the comma stand the surnames, unless the words say otherwise. */
function joinParts([before, ...after]: readonly Part[]): Part {
  const rest = after.flatMap(({ words }) => words.filter(({ text }) => !generationOf(text)))
  const first = before?.words ?? []
  const isInOrder = first[0]?.kind === 'given' && rest[0]?.kind === 'surname'
  const words = isInOrder ? [...first, ...rest] : [...rest, ...first]
  const last = after.flatMap((part) => part.words).find(({ text }) => generationOf(text))
  return { words, generation: last && generationOf(last.text) }
}

/** `SILVA JOAO PEDRO`: surnames that nobody is given lead, and names that are no surnames follow. */
function surnamesLast(words: readonly PersonWord[]): readonly PersonWord[] {
  const start = words.findIndex(({ kind }) => kind !== 'surname' && kind !== 'either')
  const isTurned = words[0]?.kind === 'surname' && words[start]?.kind === 'given'
  return isTurned ? [...words.slice(start), ...words.slice(0, start)] : words
}
