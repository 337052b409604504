// What was asked: its options, and which of them is the yes.
import { toLetters } from './letters.ts'
import { hasYesWord, toParts } from './affirmation.ts'
import { readSignals } from './signals.ts'
import type { Lexicon } from './vocabulary.ts'
import { type Clause, splitClauses } from './words.ts'

export type Options = readonly { readonly option: number; readonly label: string }[]

export type QuestionOptions = {
  readonly options: Options
  /** The option that is the yes, where the template names it; else labels tell. */
  readonly yes?: number | undefined
}

export type Sides = {
  readonly yes: number
  readonly no: number
  /** Whether words say yes and no: not so where a label says the opposite of its side, as a yes `Cancelar`. */
  readonly inWords: boolean
  /** Whether `não` says no all the same: not so beside a yes `Não bloquear`. */
  readonly negates: boolean
  /** Labels of which the vocabulary says nothing: they are words of this question. */
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

/** A label of another language, as `No`. */
const isLoneNo = ([first, ...others]: readonly Clause[], { wholes }: Lexicon): boolean => {
  const words = first?.words.map(({ text }) => text) ?? []
  return others.length === 0 && words.length === 1 && wholes.longest(words, 0)?.kind === 'noAlone'
}

/** The words of a text as they were typed, without what is between them. */
const typedWords = (clauses: readonly Clause[]): string =>
  clauses.flatMap(({ words }) => words.map(({ plain }) => plain)).join(' ')

/** The option whose number or label is all of the text; undefined where none or several are. */
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

/** How far a label stands in a clause: as all of its words, or among them. */
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
