// Decides whether two names belong to one person; every comparison of person names goes through here.
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
  /** Both have exactly the same birth date, so names with the same consonants are doubtful rather than different. */
  readonly isBornSame?: boolean
}

/**
 * The order of the two arguments does not matter. A name that is compared often should be read once, by
 * `readPersonName`.
 */
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
