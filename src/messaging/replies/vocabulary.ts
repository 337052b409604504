// The words of each language, from files. People reply in any language, so all are read; a word with two meanings is
// read by the language of the question.
import { collapse, toLetters } from './letters.ts'
import { Phrases } from './phrases.ts'
import { createNearest } from './misspelt.ts'
import en from './vocabulary/en.json' with { type: 'json' }
import es from './vocabulary/es.json' with { type: 'json' }
import pt from './vocabulary/pt-BR.json' with { type: 'json' }

export type ReplyLanguage = 'pt' | 'en' | 'es'

/** Patterns that count anywhere in a clause. Of two with the same spelling the first counts. */
const signalKinds = [
  'fraud',
  'notWrongPerson',
  'wrongPerson',
  'optOut',
  'neutral',
  'excused',
  'bareNo',
  'no',
  'weakNo',
  'question',
] as const
export type SignalKind = (typeof signalKinds)[number]

/** Patterns of which a yes may consist. */
const partKinds = [
  'plainYes',
  'yes',
  'okay',
  'alone',
  'introduction',
  'courtesy',
  'address',
] as const
/** Patterns that apply only in the language of the question. */
const ownPartKinds = ['numbering', 'afterNumber', 'joiner', 'particle', 'support'] as const
export type PartKind = (typeof partKinds)[number] | (typeof ownPartKinds)[number]

/** Patterns that must be the whole text, apart from greetings. */
const wholeKinds = ['optOutAlone', 'optInAlone', 'cancelAlone', 'noAlone'] as const
export type WholeKind = (typeof wholeKinds)[number]

type ListName =
  | SignalKind
  | PartKind
  | WholeKind
  | 'ordinary'
  | 'or'
  | 'and'
  | 'reaction'
  | 'names'
  | 'coding'

/** The shape of a file in `vocabulary`. */
export type Vocabulary = Readonly<Record<ListName, readonly string[]>> & {
  /** Alternative spellings of a word. */
  readonly spellings: Readonly<Record<string, readonly string[]>>
  /** The word that each emoji means. */
  readonly signs: Readonly<Record<string, readonly string[]>>
  readonly numbers: Readonly<Record<string, number>>
  /** Numbers that count only beside a word of `numbering`, because `segunda`, say, is also a weekday. */
  readonly ordinals?: Readonly<Record<string, number>>
  /** Interchangeable words: `<thing>` in a pattern matches each of them. */
  readonly classes?: Readonly<Record<string, readonly string[]>>
}

export const vocabularies: Readonly<Record<ReplyLanguage, Vocabulary>> = { pt, en, es }

export type Lexicon = {
  /** Gives the vocabulary’s spelling of a typed word: two words where they were run together. */
  readonly spell: (word: string) => string
  readonly signals: Phrases<SignalKind>
  readonly parts: Phrases<PartKind>
  readonly wholes: Phrases<WholeKind>
  readonly numbers: ReadonlyMap<string, string>
  readonly ordinals: ReadonlyMap<string, string>
  readonly isName: (word: string) => boolean
  readonly or: ReadonlySet<string>
  readonly and: ReadonlySet<string>
  readonly coding: ReadonlySet<string>
  readonly reactions: readonly string[]
  /** Whether any pattern contains the word. */
  readonly isKnown: (word: string) => boolean
  /** Whether the word is a misspelling of a refusal or of fraud. */
  readonly resemblesNo: (word: string) => boolean
}

const made = new Map<ReplyLanguage, Lexicon>()

export function lexiconOf(language: ReplyLanguage): Lexicon {
  const known = made.get(language) ?? createLexicon(language)
  made.set(language, known)
  return known
}

const languages = ['pt', 'en', 'es'] as const
const toKey = (word: string): string => collapse(toLetters(word))

function createLexicon(language: ReplyLanguage): Lexicon {
  const own = vocabularies[language]
  const spellings = readSpellings(own)
  const spell = (word: string): string => spellings.get(word) ?? word
  const spellTyped = (word: string): string => spell(toKey(word))
  const names = new Set(languages.flatMap((one) => vocabularies[one].names.map(toKey)))
  const classes = new Map(
    Object.entries(own.classes ?? {}).map(([name, all]) => [name, new Set(all.map(spellTyped))]),
  )
  const lexicon = {
    signals: new Phrases<SignalKind>(names, classes),
    parts: new Phrases<PartKind>(names, classes),
    wholes: new Phrases<WholeKind>(names, classes),
  }
  const ordinary = new Set(own.ordinary.map(toKey))
  const words = new Set<string>()
  const refusing = new Set<string>()
  const learn = <K extends SignalKind | PartKind | WholeKind>(phrases: Phrases<K>, kind: K) => {
    for (const one of [language, ...languages.filter((other) => other !== language)])
      for (const pattern of patternsOf(one, kind)) {
        if (one !== language && kind !== 'noAlone' && ordinary.has(toKey(pattern))) continue
        phrases.add(pattern, kind, spellTyped)
        for (const word of expand(pattern, own).split(/[\s|?]+/))
          words.add(spellTyped(word.replace(/\*$/, '')))
        const isOne = !/[\s|?]/.test(pattern)
        if (isOne && (kind === 'no' || kind === 'fraud'))
          refusing.add(toKey(pattern.replace(/\*$/, '')))
      }
  }
  for (const kind of signalKinds) learn(lexicon.signals, kind)
  for (const kind of partKinds) learn(lexicon.parts, kind)
  for (const kind of wholeKinds) learn(lexicon.wholes, kind)
  for (const kind of ownPartKinds)
    for (const pattern of own[kind]) {
      lexicon.parts.add(pattern, kind, spellTyped)
      for (const word of pattern.split(/[\s|?]+/)) words.add(spellTyped(word))
    }
  const numbers = readNumbers(own.numbers)
  const isKnown = (word: string): boolean => words.has(word) || names.has(word) || numbers.has(word)
  const near = createNearest(refusing, isKnown, { lengthMin: 6, keepsEnd: false })
  const resemblesNo = (word: string): boolean => near(word) !== undefined
  const affirming = createNearest(wordsOf(own), isKnown, { lengthMin: 7, keepsEnd: true })
  const correct = (word: string): string => {
    if (isKnown(word) || resemblesNo(word)) return word
    return (
      part(word, (rest) => lexicon.parts.longest([spell(rest)], 0) !== undefined) ??
      affirming(word) ??
      word
    )
  }
  return {
    ...lexicon,
    spell: (word) => correct(spell(word)),
    numbers,
    ordinals: readNumbers(own.ordinals ?? {}),
    isName: (word) => names.has(word),
    or: new Set(own.or.map(spellTyped)),
    and: new Set(own.and.map(spellTyped)),
    coding: new Set(own.coding.map(spellTyped)),
    reactions: languages.flatMap((one) => vocabularies[one].reaction.map(toLetters)),
    isKnown,
    resemblesNo,
  }
}

const readNumbers = (numbers: Readonly<Record<string, number>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(numbers).map(([word, n]) => [toKey(word), String(n)]))

/** The words of which a yes may consist. */
function wordsOf(own: Vocabulary): ReadonlySet<string> {
  const patterns = (['plainYes', 'yes', 'okay', 'alone', 'support', 'courtesy'] as const).flatMap(
    (kind) => own[kind],
  )
  return new Set(patterns.flatMap((one) => expand(one, own).split(/[\s|?*]+/)).map(toKey))
}

const beginnings = ['sim', 'fui', 'sou', 'foi'] as const

/** Splits words that were run together, such as `simfui`. */
function part(word: string, isPart: (rest: string) => boolean): string | undefined {
  const first = beginnings.find((one) => word.startsWith(one))
  if (first === undefined) return undefined
  const rest = word.slice(first.length)
  return rest.length > 1 && isPart(rest) ? `${first} ${rest}` : undefined
}

/** Replaces the classes in a pattern by their words. */
export const expand = (pattern: string, { classes = {} }: Pick<Vocabulary, 'classes'>): string =>
  pattern.replace(/<(\w+)>/g, (_, name: string) => (classes[name] ?? []).join('|'))

/** The patterns of a language with their alternative spellings. */
function patternsOf(
  language: ReplyLanguage,
  kind: SignalKind | PartKind | WholeKind,
): readonly string[] {
  const own = vocabularies[language]
  return own[kind].flatMap((pattern) => [pattern, ...(own.spellings[pattern] ?? [])])
}

function readSpellings({ spellings, signs }: Vocabulary): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  for (const [word, others] of Object.entries(spellings))
    for (const other of others) written.set(toKey(other), toKey(word))
  for (const [word, others] of Object.entries(signs))
    for (const sign of others) written.set(sign, written.get(toKey(word)) ?? toKey(word))
  return written
}
