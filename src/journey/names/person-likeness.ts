// How two words of names agree that are not one word in two spellings.
import { areClose, type Likeness } from './align.ts'
import { isSlip } from './distance.ts'
import { areNicknames, isKnown, type PersonWord } from './person-words.ts'

type Position = {
  readonly words: readonly PersonWord[]
  readonly at: number
  /** The name is as long as the lines are that end in the middle of a word. */
  readonly mayBeCut: boolean
}

export function readLikeness(left: Position, right: Position): Likeness | undefined {
  const [one, other] = [left.words[left.at], right.words[right.at]]
  if (!one || !other) return undefined
  if (isInitialOf(one, other) || isInitialOf(other, one)) return 'initial'
  if (one.kind === 'initial' || other.kind === 'initial') return undefined
  if (isCutOf(left, other) || isCutOf(right, one)) return 'cut'
  if (areNicknames(one, other)) return 'nickname'
  // Two names that both exist are two names, however close they lie.
  if ((isKnown(one) && isKnown(other)) || !areClose(one.key, other.key)) return undefined
  return isTypo(one, other) || isTypo(other, one) ? 'typo' : 'close'
}

const isInitialOf = ({ kind, text }: PersonWord, { text: word }: PersonWord): boolean =>
  kind === 'initial' && word.startsWith(text)

/** A known word is written short (`GONC`), or the last one ends where the line does. */
function isCutOf({ words, at, mayBeCut }: Position, whole: PersonWord): boolean {
  const short = words[at]
  if (!short || short.kind !== 'unknown' || short.text.length < 3) return false
  const missing = whole.text.length - short.text.length
  if (missing < 1 || !whole.text.startsWith(short.text)) return false
  return (mayBeCut && at === words.length - 1 && at > 0) || (isKnown(whole) && missing > 1)
}

/** A frequent long surname with one slip in its middle, which is no name itself. */
function isTypo(known: PersonWord, slip: PersonWord): boolean {
  return (
    known.kind === 'surname' &&
    slip.kind === 'unknown' &&
    known.text.length > 6 &&
    known.text.slice(0, 2) === slip.text.slice(0, 2) &&
    known.text.at(-1) === slip.text.at(-1) &&
    isSlip(known.text, slip.text)
  )
}
