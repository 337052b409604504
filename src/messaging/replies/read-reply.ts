// Parses a person’s reply to a question. Pure. A yes counts only where the whole text is one; a no counts anywhere,
// because missing a no is worse than asking again.
import { toPlain } from './letters.ts'
import { type QuestionOptions, exactOption, type Sides, sidesOf } from './question.ts'
import { readAll, readWhole, type ReplySigns } from './reading.ts'
import { takeCode } from './reply-code.ts'
import type { Signals } from './signals.ts'
import { type Lexicon, lexiconOf, type ReplyLanguage } from './vocabulary.ts'
import { splitClauses } from './words.ts'

/** The reply; `option` is that of a button, whose payload was verified. */
export type Reply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'button'; readonly option: number }
  | { readonly kind: 'reaction' | 'voice' | 'media' }

export type Question = QuestionOptions & {
  readonly language: ReplyLanguage
  /**
   * If true, only a button, a number or a label alone counts as a yes, because there is a purpose or the tenant
   * requires it.
   */
  readonly isStrict: boolean
  /** Whether the question is still open: then `CANCELAR` is a no, otherwise an opt-out. */
  readonly isOpen: boolean
  /** The reply code of the question. */
  readonly code?: string | null | undefined
  /** Whether a typed yes counts only with the reply code; a strict one always needs it. */
  readonly needsCode?: boolean | undefined
}

export type UnclearReason =
  | 'empty'
  | 'question'
  | 'both'
  | 'not-understood'
  | 'disguised'
  | 'not-strict'
  | 'no-code'
  | 'reaction'
  | 'voice'
  | 'media'

export type Reading =
  | { readonly meaning: 'yes' | 'option'; readonly option: number }
  /** `optsOut` is true when the reply also contains an opt-out. */
  | { readonly meaning: 'no'; readonly option: number; readonly optsOut: boolean }
  | { readonly meaning: 'wrong-person' | 'opt-out' | 'opt-in' }
  | { readonly meaning: 'unclear'; readonly reason: UnclearReason }

export function readReply(reply: Reply, question: Question): Reading {
  const lexicon = lexiconOf(question.language)
  const sides = sidesOf(question, lexicon)
  switch (reply.kind) {
    case 'button':
      return chosen(reply.option, sides)
    case 'reaction':
    case 'voice':
    case 'media':
      return unclear(reply.kind)
    case 'text':
      return readText(reply.text, question, sides, lexicon)
  }
}

/** Whether an option is the yes of its question; undefined where the options mean something else. */
export function affirms(
  option: number | null,
  asked: QuestionOptions,
  language: ReplyLanguage,
): boolean | undefined {
  const sides = sidesOf(asked, lexiconOf(language))
  return sides && option === sides.yes
}

/** Whether a text names a question by its code. */
export function namesCode(
  text: string,
  code: string,
  { options }: QuestionOptions,
  language: ReplyLanguage,
): boolean {
  const lexicon = lexiconOf(language)
  const clauses = splitClauses(toPlain(text).text, lexicon.spell)
  return takeCode(clauses, code, options, lexicon) !== undefined
}

function readText(
  text: string,
  question: Question,
  sides: Sides | undefined,
  lexicon: Lexicon,
): Reading {
  const plain = toPlain(text.replace(ordinal, '$1'))
  if (isReaction(plain.text, lexicon)) return unclear('reaction')
  if (numberOrNo.test(text)) return unclear('both')
  const { code = null, options, isStrict, needsCode = false, isOpen } = question
  const split = (one: string) => {
    const clauses = splitClauses(one, lexicon.spell)
    const rest = code === null ? undefined : takeCode(clauses, code, options, lexicon)
    return { clauses: rest ?? clauses, hasCode: rest !== undefined }
  }
  const { clauses, hasCode } = split(plain.text)
  const lacksCode = code !== null && !hasCode && (isStrict || needsCode)
  const exact = plain.isDisguised ? undefined : exactOption(clauses, question, lexicon)
  if (exact !== undefined)
    return lacksCode && exact !== sides?.no ? unclear('no-code') : chosen(exact, sides)
  const whole = readWhole(clauses, lexicon)
  if (whole === 'optInAlone') return { meaning: 'opt-in' }
  const isDenied = isOpen && sides?.inWords === true
  if (whole === 'optOutAlone' || (whole === 'cancelAlone' && !isDenied))
    return { meaning: 'opt-out' }
  const said = [plain.text, ...plain.others].map((one) =>
    readAll(split(one).clauses, sides, lexicon),
  )
  const meaning = decide(said, sides)
  if (meaning === 'no') {
    if (!sides) return unclear('not-understood')
    const optsOut = said.some(({ signals, stops }) => stops || signals.some((one) => one.optOut))
    return { meaning, option: sides.no, optsOut }
  }
  if (meaning === 'wrong-person' || meaning === 'opt-out') return { meaning }
  if (meaning !== 'yes') return unclear(meaning)
  if (plain.isDisguised) return unclear('disguised')
  if (lacksCode) return unclear('no-code')
  return isStrict || !sides ? unclear('not-strict') : { meaning, option: sides.yes }
}

/** `N. 1`, `Nº 1`, `N.º 1` before a number mean "number", and are no no. */
const ordinal = /(^|[\s,;:!])n\s?(?:\.\s?[ºo°]|[º°.])\s?(?=\d)/giu

/** `No. 1` is number one, or a no and a one: a denial stays, because half a word must not become a yes. */
const numberOrNo = /^\s*no\.\s?\d+\W*$/i

const unclear = (reason: UnclearReason): Reading => ({ meaning: 'unclear', reason })

function chosen(option: number, sides: Sides | undefined): Reading {
  if (option === sides?.no) return { meaning: 'no', option, optsOut: false }
  return { meaning: option === sides?.yes ? 'yes' : 'option', option }
}

/** Whether the text is what phones send for a reaction: `Curtiu “…”`, which quotes our own words. */
const isReaction = (text: string, { reactions }: Lexicon): boolean =>
  /["“”«»]/u.test(text) && reactions.some((reaction) => text.trimStart().startsWith(`${reaction} `))

type Decision = 'yes' | 'no' | 'wrong-person' | 'opt-out' | UnclearReason

/**
 * `said` holds the readings of the text as typed and of its possible appearances: a no counts in any of them, a yes
 * only if it is in all.
 */
function decide(said: readonly ReplySigns[], sides: Sides | undefined): Decision {
  const has = (name: keyof Signals) => said.some(({ signals }) => signals.some((one) => one[name]))
  const isAny = (name: Exclude<keyof ReplySigns, 'signals'>) => said.some((one) => one[name])
  const isInWords = sides?.inWords === true
  if (sides && has('fraud')) return 'no'
  if (has('wrongPerson')) return 'wrong-person'
  if (isInWords && has('refusal')) return 'no'
  if (has('optOut')) return isInWords && has('bareNo') ? 'no' : 'opt-out'
  if (!isAny('hasWords')) return has('question') ? 'question' : 'empty'
  if (!isInWords && sides?.negates && has('negation')) return 'no'
  if (!isInWords) return has('question') ? 'question' : 'not-understood'
  if (isAny('isBoth')) return 'both'
  if (has('bareNo')) return 'no'
  if (isAny('isNoNumber')) return 'no'
  if (has('question')) return 'question'
  return !has('doubt') && said.every(({ isYes }) => isYes) ? 'yes' : 'not-understood'
}
