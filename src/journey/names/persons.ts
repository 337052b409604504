// Whether two names are those of one person. Whoever compares names of persons does it here.
import { align, type Alignment, joinAs } from './align.ts'
import { boundByScript, inOrder } from './foreign.ts'
import { describeAgreement } from './person-agreement.ts'
import { readLikeness } from './person-likeness.ts'
import { type PersonFinding, type PersonReason, personRules } from './person-verdict.ts'
import {
  areForms,
  areRomanisations,
  isGiven,
  mayJoin,
  type PersonWord,
  toPersonWord,
} from './person-words.ts'
import { isOfConsonants, skeletonOf } from './romanisation.ts'
import { type PersonName, readPersonName } from './read-person.ts'
import { judge, type NameComparison } from './verdict.ts'

export type { PersonName } from './read-person.ts'
export { comparabilityOfPerson, readPersonName } from './read-person.ts'
export type { PersonReason } from './person-verdict.ts'

export type PersonComparison = NameComparison<PersonReason>

type Known = {
  /** The very day of birth is the same: then the same consonants in another's place are doubtful. */
  readonly isBornSame?: boolean
}

/** The order of the two does not matter. A name that is compared often is read once, by `readPersonName`. */
export function comparePersonNames(
  one: string | PersonName,
  other: string | PersonName,
  { isBornSame = false }: Known = {},
): PersonComparison {
  const [left, right] = inOrder(toName(one), toName(other))
  if (left.words.length === 0 || right.words.length === 0)
    return { verdict: 'doubtful', reasons: ['unreadable'] }
  const found = judge<PersonFinding, PersonReason>(personRules, {
    ...describeAgreement(alignNames(left, right, isBornSame)),
    generations: [left.generation, right.generation],
    numbers: [left.numbers, right.numbers],
  })
  return boundByScript(left, right, found)
}

const toName = (name: string | PersonName): PersonName =>
  typeof name === 'string' ? readPersonName(name) : name

function alignNames(
  one: PersonName,
  other: PersonName,
  isBornSame: boolean,
): Alignment<PersonWord> {
  const left = withSecondE(joinAs(one.words, other.words, joinFor(other)), one, other)
  const right = withSecondE(joinAs(other.words, one.words, joinFor(one)), other, one)
  const isInPart = one.script === 'in-part' || other.script === 'in-part'
  const liken = (i: number, j: number) =>
    readLikeness(
      { words: left, at: i, length: one.length },
      { words: right, at: j, length: other.length },
    )
  const anywhere = (i: number, j: number) => {
    const [word, facing] = [left[i], right[j]]
    if (!word || !facing) return undefined
    if (areForms(word, facing)) return 'spelling'
    const isComparable =
      isBornSame || (isInPart && (isOfConsonants(word) || isOfConsonants(facing)))
    const isNear =
      areRomanisations(word, facing) || (isComparable && haveSameConsonants(word, facing))
    if (!isNear) return undefined
    const likeness = liken(i, j)
    return likeness === 'spelling' || likeness === 'typo' ? likeness : 'close'
  }
  return { left, right, matches: align(left, right, liken, anywhere) }
}

/** `Abdel Rahman` where the other name has `Abdulrahman`. */
const joinFor =
  ({ words }: PersonName) =>
  (one: PersonWord, next: PersonWord): PersonWord | undefined => {
    const length = one.text.length + next.text.length
    const isNear = ({ text, kind }: PersonWord) =>
      kind === 'unknown' && text[0] === one.text[0] && Math.abs(text.length - length) < 4
    if (!mayJoin(one, next) || !words.some(isNear)) return undefined
    const joined = toPersonWord(one.text + next.text)
    return words.some((word) => isNear(word) && areRomanisations(word, joined)) ? joined : undefined
  }

function haveSameConsonants({ text }: PersonWord, { text: other }: PersonWord): boolean {
  const skeleton = skeletonOf(text)
  return skeleton !== '' && skeleton === skeletonOf(other)
}

/** `JOSE E LIMA` beside `José Eduardo Lima`: elsewhere an `e` joins surnames and says nothing. */
function withSecondE(words: readonly PersonWord[], { hasSecondE }: PersonName, other: PersonName) {
  const [first, ...rest] = words
  const second = other.words[1]
  const isMeant = hasSecondE && second && isGiven(second) && second.text.startsWith('e')
  return first && isMeant && rest[0]?.key !== second.key
    ? [first, toPersonWord('e'), ...rest]
    : words
}
