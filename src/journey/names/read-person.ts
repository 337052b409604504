// Reads a person's name: its words ordered as given names and surnames, and the suffix that distinguishes a son from
// his father.
import { comparabilityOf, fold, type Folded } from './fold.ts'
import { runsOf } from './foreign.ts'
import { splitNameStatus } from './name-status.ts'
import {
  generationOf,
  isInnerParticle,
  isParticle,
  isTitle,
  readShort,
  type PersonWord,
  toPersonWord,
  withoutDigits,
} from './person-words.ts'
import { type School, schoolsOf, vowelSurnamesOf } from './syllables.ts'

export type PersonName = Pick<Folded, 'script' | 'original'> & {
  /** All words joined into one, with particles and without. */
  readonly runs: readonly string[]
  /** The words without particles, titles and generation; empty when the text is no name. */
  readonly words: readonly PersonWord[]
  /** The countries whose surnames and syllables the name consists of. */
  readonly schools: readonly School[]
  /** `junior`, `filho`, `neto` … */
  readonly generation: string | undefined
  /** Whether an `e` stands after the first word. */
  readonly hasSecondE: boolean
  /** Numbers in the text, which are not part of the name. */
  readonly numbers: string
  /** The number of letters as they were sent, because cards and forms cut long names. */
  readonly length: number
}

const nobody: PersonName = {
  script: 'latin',
  original: '',
  runs: [],
  words: [],
  schools: [],
  generation: undefined,
  hasSecondE: false,
  numbers: '',
  length: 0,
}

export function readPersonName(written: string): PersonName {
  const text = splitNameStatus(written).name.replace(maria, 'Maria')
  const { words, script, original } = fold(text)
  if (words.length === 0) return nobody
  const numbers = words.filter((word) => /^\p{N}+$/u.test(word)).join(' ')
  const parts = hasComma(text) ? text.split(',').map((part, at) => readPart(part, at === 0)) : []
  const filled = parts.filter((part) => part.words.length > 0)
  const whole = filled.length > 1 ? joinParts(filled) : readPart(text)
  const schools = schoolsOf(whole.words)
  const { generation } = [...parts, whole].find((part) => part.generation !== undefined) ?? whole
  return {
    script,
    original,
    runs: runsOf(
      words.filter((word) => !isTitle(word)),
      whole.words,
    ),
    words: readVowels(surnamesLast(whole.words), schools),
    schools,
    generation,
    hasSecondE: words[1] === 'e',
    numbers,
    length: words.join(' ').length,
  }
}

/** As `comparabilityOf`, but `none` for particles and numbers alone, because a search for them finds nobody. */
export const comparabilityOfPerson = (name: string): ReturnType<typeof comparabilityOf> =>
  readPersonName(name).words.length === 0 ? 'none' : comparabilityOf(name)

/** `Mª` and `Ma.` are Maria; without the sign `Ma` is just as often a Chinese family name. */
const maria = /(?<![\p{L}\p{N}])M(?:[ªº]\.?|a\.)(?=\s)/giu

const hasComma = (text: string) => text.length < 500 && text.includes(',')

type Part = { readonly words: readonly PersonWord[]; readonly generation: string | undefined }
type Token = { readonly word: string; readonly forms: readonly string[] }

function readPart(text: string, isSurname = false): Part {
  const all = readTokens(text, isSurname)
  const untitled = all.slice(
    Math.max(
      0,
      all.findIndex(({ word }) => !isTitle(word)),
    ),
  )
  const words = untitled.length > 0 ? untitled : all
  const generation = words.length > 1 ? generationOf(words.at(-1)?.word ?? '') : undefined
  const own = generation === undefined ? words : words.slice(0, -1)
  return { words: own.map(({ word, forms }) => toPersonWord(word, forms)), generation }
}

/** The words of a name without particles and numbers. */
function readTokens(text: string, isSurname: boolean): Token[] {
  const folded = readShort(fold(text).words.map(withoutDigits))
  const inPassports = hasOwnLetters.test(text) ? fold(toPassport(text)).words : folded
  const tokens: Token[] = []
  let before = ''
  for (const [at, word] of folded.entries()) {
    const isWithin = (tokens.length > 0 || isSurname) && at < folded.length - 1
    if (isParticle(word) || (isWithin && isInnerParticle(word, folded[at + 1])))
      before = word === 'e' ? '' : before + word
    else if (!/^\p{N}+$/u.test(word)) {
      const others = [before + word, inPassports[at] ?? word, withoutD(word)]
      tokens.push({ word, forms: others.filter((other) => other !== word) })
      before = ''
    }
  }
  return tokens
}

/** `Davila` is `d'Ávila` without its apostrophe. */
function withoutD(word: string): string {
  const rest = /^d([aeiou].{3,})$/.exec(word)?.[1]
  return rest !== undefined && toPersonWord(rest).kind === 'surname' ? rest : word
}

/** The letters that passports write for special ones (ICAO 9303 part 3, section 6), and how `ё` is read. */
const inPassport: Readonly<Record<string, string>> = {
  ä: 'ae',
  å: 'aa',
  ö: 'oe',
  ø: 'oe',
  ü: 'ue',
  đ: 'dj',
  ð: 'dh',
  ё: 'йо',
}
const ownLetters = /[äåöøüđðё]/giu
const hasOwnLetters = /[äåöøüđðё]|\u0308|\u030a/iu

const toPassport = (text: string): string =>
  text
    .normalize('NFC')
    // Passports of China write `yu` for `ü`.
    .replace(/(?<!\p{L})([ln])ü(?!\p{L})/giu, '$1yu')
    .replace(ownLetters, (letter) => inPassport[letter.toLowerCase()] ?? letter)

/** The surnames stand before the comma, unless the words are clearly in the usual order. */
function joinParts([before, ...after]: readonly Part[]): Part {
  const rest = after.flatMap(({ words }) => words.filter(({ text }) => !generationOf(text)))
  const first = before?.words ?? []
  const isInOrder = first[0]?.kind === 'given' && rest[0]?.kind === 'surname'
  const words = isInOrder ? [...first, ...rest] : [...rest, ...first]
  const last = after.flatMap((part) => part.words).find(({ text }) => generationOf(text))
  return { words, generation: last && generationOf(last.text) }
}

/** Reads an initial such as the one in `I Myeongbak` as a surname too, where the name is Korean. */
const readVowels = (words: readonly PersonWord[], schools: readonly School[]) =>
  schools.includes('korean')
    ? words.map((word) =>
        word.kind === 'initial' ? toPersonWord(word.text, vowelSurnamesOf(word.text)) : word,
      )
    : words

/**
 * Moves the surnames to the end, as in `SILVA JOAO PEDRO`, when the name begins with a word that is only a surname and
 * a given name follows.
 */
function surnamesLast(words: readonly PersonWord[]): readonly PersonWord[] {
  const start = words.findIndex(({ kind }) => kind !== 'surname' && kind !== 'either')
  const isTurned = words[0]?.kind === 'surname' && words[start]?.kind === 'given'
  return isTurned ? [...words.slice(start), ...words.slice(0, start)] : words
}
