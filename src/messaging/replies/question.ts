// The question: its options, and which of them is the yes.
import { toLetters } from './letters.ts'
import { hasYesWord, toParts } from './affirmation.ts'
import { readSignals } from './signals.ts'
import type { Lexicon } from './vocabulary.ts'
import { type Clause, splitClauses } from './words.ts'

export type Options = readonly { readonly option: number; readonly label: string }[]

export type QuestionOptions = {
  readonly options: Options
  /** The option that is the yes, where the template names it; otherwise the labels decide. */
  readonly yes?: number | undefined
}

export type Sides = {
  readonly yes: number
  readonly no: number
  /**
   * Whether words of yes and no have their usual meaning: false where a label says the opposite of its side, such as a
   * yes labelled `Cancelar`.
   */
  readonly inWords: boolean
  /** Whether `não` still means no: false where the yes is labelled `Não bloquear`, say. */
  readonly negates: boolean
  /** Labels unknown to the vocabulary, which are words of this question. */
  readonly ownYes?: string
  readonly ownNo?: string
}

/** Undefined where the options mean something else than yes and no. */
export function sidesOf({ options, yes }: QuestionOptions, lexicon: Lexicon): Sides | undefined {
  const said = options.map(({ option, label }) => ({
    option,
    label,
    says: readLabel(label, lexicon).says,
  }))
  const [agreeing, ...moreAgreeing] =
    yes === undefined
      ? said.filter(({ says }) => says === 'yes')
      : said.filter(({ option }) => option === yes)
  const [denying, ...moreDenying] =
    yes === undefined
      ? said.filter(({ says }) => says === 'no')
      : said.filter(({ option }) => option !== yes)
  if (!agreeing || !denying || moreAgreeing.length + moreDenying.length > 0) return undefined
  return {
    yes: agreeing.option,
    no: denying.option,
    inWords: agreeing.says !== 'no' && denying.says !== 'yes',
    negates: !readLabel(agreeing.label, lexicon).negation,
    ...(agreeing.says === undefined && { ownYes: agreeing.label }),
    ...(denying.says === undefined && { ownNo: denying.label }),
  }
}

function readLabel(label: string, lexicon: Lexicon) {
  const clauses = splitClauses(toLetters(label), lexicon.spell)
  const signals = clauses.map((clause) => readSignals(clause, lexicon, () => false))
  const negation = signals.some((one) => one.negation)
  const isNo = signals.some(
    (one) => one.fraud || one.refusal || one.bareNo || one.wrongPerson || one.optOut,
  )
  if (isNo || isLoneNo(clauses, lexicon)) return { says: 'no', negation } as const
  const isYes = clauses.some(({ words }) => hasYesWord(toParts(words, lexicon)))
  return { says: isYes ? ('yes' as const) : undefined, negation }
}

/** A label that is a bare no in another language, such as `No`. */
const isLoneNo = ([first, ...others]: readonly Clause[], { wholes }: Lexicon): boolean => {
  const words = first?.words.map(({ text }) => text) ?? []
  return others.length === 0 && words.length === 1 && wholes.longest(words, 0)?.kind === 'noAlone'
}

/** The words of a text as typed, without punctuation. */
const typedWords = (clauses: readonly Clause[]): string =>
  clauses.flatMap(({ words }) => words.map(({ plain }) => plain)).join(' ')

/** The option whose number or label is the whole text; undefined where none or several match. */
export function exactOption(
  clauses: readonly Clause[],
  { options }: QuestionOptions,
  { spell }: Lexicon,
): number | undefined {
  if (clauses.some(({ asks }) => asks)) return undefined
  const typed = typedWords(clauses)
  if (typed === '') return undefined
  const found = options.filter(
    ({ option, label }) =>
      typed === String(option) || typed === typedWords(splitClauses(toLetters(label), spell)),
  )
  return found.length === 1 ? found[0]?.option : undefined
}

/** Whether a label is all of a clause’s words, or part of them. */
export function findLabel(
  { words }: Clause,
  label: string | undefined,
  { spell }: Lexicon,
): 'all' | 'part' | undefined {
  const wanted = splitClauses(toLetters(label ?? ''), spell).flatMap((clause) => clause.words)
  const text = (all: Clause['words']) => ` ${all.map((word) => word.text).join(' ')} `
  if (wanted.length === 0 || !text(words).includes(text(wanted))) return undefined
  return words.length === wanted.length ? 'all' : 'part'
}
