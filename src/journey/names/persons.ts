// Whether two names are those of one person. Whoever compares names of persons does it here.
import { boundByRun, boundByScript, inOrder } from './foreign.ts'
import { describeAgreement } from './person-agreement.ts'
import { alignNames } from './person-alignment.ts'
import { type PersonFinding, type PersonReason, personRules } from './person-verdict.ts'
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
  return boundByScript(left, right, boundByRun(left, right, found))
}

const toName = (name: string | PersonName): PersonName =>
  typeof name === 'string' ? readPersonName(name) : name
