// The words of each language, as files say them. A person answers in whatever language comes to mind, so every one is
// read; where a word means two things the language of the question has it.
import { collapse, toLetters } from './letters.ts'
import { Phrases } from './phrases.ts'
import { createResemblance } from './misspelt.ts'
import en from './vocabulary/en.json' with { type: 'json' }
import es from './vocabulary/es.json' with { type: 'json' }
import pt from './vocabulary/pt-BR.json' with { type: 'json' }

export type ReplyLanguage = 'pt' | 'en' | 'es'

/** Says something wherever it stands. Of two that are spelt alike the first counts. */
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

/** What a yes may be made of. */
const partKinds = ['yes', 'okay', 'alone', 'courtesy', 'address'] as const
/** Words that every language has of its own: another one's are not looked at. */
const ownPartKinds = ['numbering', 'afterNumber', 'joiner', 'support'] as const
export type PartKind = (typeof partKinds)[number] | (typeof ownPartKinds)[number]

/** All of a text, greetings aside. */
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

/** One file of `vocabulary`. */
export type Vocabulary = Readonly<Record<ListName, readonly string[]>> & {
  /** How else a word is written. */
  readonly spellings: Readonly<Record<string, readonly string[]>>
  /** Emoji, by the word that they stand for. */
  readonly signs: Readonly<Record<string, readonly string[]>>
  readonly numbers: Readonly<Record<string, number>>
}

export const vocabularies: Readonly<Record<ReplyLanguage, Vocabulary>> = { pt, en, es }

export type Lexicon = {
  readonly spell: (word: string) => string
  readonly signals: Phrases<SignalKind>
  readonly parts: Phrases<PartKind>
  readonly wholes: Phrases<WholeKind>
  readonly numbers: ReadonlyMap<string, string>
  readonly or: ReadonlySet<string>
  readonly and: ReadonlySet<string>
  readonly coding: ReadonlySet<string>
  readonly reactions: readonly string[]
  /** Whether any pattern has the word. */
  readonly isKnown: (word: string) => boolean
  /** Whether it is a word of refusal or fraud with one letter wrong. */
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
  const lexicon = {
    signals: new Phrases<SignalKind>(names),
    parts: new Phrases<PartKind>(names),
    wholes: new Phrases<WholeKind>(names),
  }
  const ordinary = new Set(own.ordinary.map(toKey))
  const words = new Set<string>()
  const refusing = new Set<string>()
  const learn = <K extends SignalKind | PartKind | WholeKind>(phrases: Phrases<K>, kind: K) => {
    for (const one of [language, ...languages.filter((other) => other !== language)])
      for (const pattern of patternsOf(one, kind)) {
        if (one !== language && kind !== 'noAlone' && ordinary.has(toKey(pattern))) continue
        phrases.add(pattern, kind, spellTyped)
        for (const word of pattern.split(/[\s|?]+/)) words.add(spellTyped(word.replace(/\*$/, '')))
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
  const isKnown = (word: string): boolean => words.has(word) || names.has(word)
  return {
    ...lexicon,
    spell,
    numbers: new Map(Object.entries(own.numbers).map(([word, n]) => [toKey(word), String(n)])),
    or: new Set(own.or.map(spellTyped)),
    and: new Set(own.and.map(spellTyped)),
    coding: new Set(own.coding.map(spellTyped)),
    reactions: languages.flatMap((one) => vocabularies[one].reaction.map(toLetters)),
    isKnown,
    resemblesNo: createResemblance(refusing, isKnown),
  }
}

/** A word of another language comes with its own other spellings. */
function patternsOf(
  language: ReplyLanguage,
  kind: SignalKind | PartKind | WholeKind,
): readonly string[] {
  const { [kind]: patterns, spellings } = vocabularies[language]
  return patterns.flatMap((pattern) => [pattern, ...(spellings[pattern] ?? [])])
}

function readSpellings({ spellings, signs }: Vocabulary): ReadonlyMap<string, string> {
  const written = new Map<string, string>()
  for (const [word, others] of Object.entries(spellings))
    for (const other of others) written.set(toKey(other), toKey(word))
  for (const [word, others] of Object.entries(signs))
    for (const sign of others) written.set(sign, written.get(toKey(word)) ?? toKey(word))
  return written
}
