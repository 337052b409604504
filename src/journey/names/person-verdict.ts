// Decides the best possible verdict on two names of persons, by how their words agree and which are left over.
import type { ForeignReason } from './foreign.ts'
import { type Agreement, differInGivenNames } from './person-agreement.ts'
import { isCommon } from './person-words.ts'
import type { PersonName } from './read-person.ts'
import type { Rule } from './verdict.ts'

export type PersonFinding = Agreement & {
  readonly generations: readonly PersonName['generation'][]
  readonly numbers: readonly string[]
}

const isOneSided = ({ fewer, more }: Agreement) => fewer.length === 0 && more.length > 0
const isTwoSided = ({ fewer }: Agreement) => fewer.length > 0
const addsGiven = ({ more }: Agreement) => more.some(({ role }) => role === 'given')
/**
 * A person who marries may put the new surname first. Two given names and two surnames are enough for one person, in
 * any order.
 */
const areOnlySurnamesTurned = (finding: PersonFinding): boolean =>
  finding.more.length === 0 &&
  finding.first !== undefined &&
  finding.given.length > 0 &&
  finding.wholeCount >= 4 &&
  finding.wholeSurnames.length >= 2 &&
  !finding.wholeSurnames.every(isCommon) &&
  !finding.areGivenCrossed
const has = (likenesses: readonly string[], ...sought: readonly string[]) =>
  likenesses.some((one) => sought.includes(one))

export const personRules = [
  ['first-name-differs', 'other', (finding) => finding.first === undefined && isTwoSided(finding)],
  [
    'first-name-missing',
    'doubtful',
    (finding) => finding.first === undefined && isOneSided(finding),
  ],
  [
    'first-name-close',
    'doubtful',
    ({ first, wholeCount }) => first === 'close' || (first === 'typo' && wholeCount < 2),
  ],
  [
    'first-name-short',
    'doubtful',
    ({ first, isFirstInitial }) =>
      first !== undefined && (isFirstInitial || has([first], 'cut', 'nickname')),
  ],

  [
    'given-name-differs',
    'other',
    (finding) => finding.first !== undefined && differInGivenNames(finding),
  ],
  // A second given name makes it doubtful: João and João Pedro are two brothers as often as one man.
  [
    'given-name-added',
    'doubtful',
    (finding) => finding.first !== undefined && isOneSided(finding) && addsGiven(finding),
  ],
  ['given-name-close', 'doubtful', ({ given }) => has(given, 'close', 'typo', 'nickname')],

  [
    'no-shared-surname',
    'other',
    ({ surnames, withSurname }) => surnames.length === 0 && withSurname === 2,
  ],
  [
    'no-surname',
    'doubtful',
    ({ surnames, withSurname, more }) =>
      surnames.length === 0 && withSurname < 2 && (withSurname === 1 || more.length > 0),
  ],
  [
    'surname-close',
    'doubtful',
    ({ surnames, wholeCount }) =>
      has(surnames, 'close', 'nickname') || (has(surnames, 'typo') && wholeCount < 2),
  ],
  [
    'surname-short',
    'doubtful',
    ({ surnames, given, wholeSurnames, wholeCount }) =>
      (surnames.length > 0 && wholeSurnames.length === 0 && has(surnames, 'initial')) ||
      (has([...surnames, ...given], 'cut') && wholeCount < 2),
  ],
  [
    'surnames-differ',
    'other',
    (finding) => finding.fewer.length > 1 && finding.wholeSurnames.length < 2,
  ],
  // A person who marries may drop one surname and take another.
  ['surname-changed', 'doubtful', isTwoSided],
  ['surname-added', 'same', (finding) => isOneSided(finding) && !addsGiven(finding)],
  [
    'little-shared',
    'doubtful',
    (finding) =>
      isOneSided(finding) &&
      finding.wholeCount <= 2 &&
      (finding.more.length > 1 || finding.wholeSurnames.every(isCommon)),
  ],

  ['word-order', 'doubtful', (finding) => finding.isCrossed && !areOnlySurnamesTurned(finding)],
  [
    'generation-differs',
    'other',
    ({ generations: [one, other] }) => one !== other && one !== undefined && other !== undefined,
  ],
  [
    'generation-missing',
    'doubtful',
    ({ generations: [one, other] }) => (one === undefined) !== (other === undefined),
  ],
  ['numbers', 'doubtful', ({ numbers: [one, other] }) => one !== other],
  [
    'spelling',
    'same',
    ({ first = '', given, surnames }) => has([first, ...given, ...surnames], 'spelling', 'typo'),
  ],
  ['initial', 'same', ({ given, surnames }) => has([...given, ...surnames], 'initial')],
  ['cut', 'same', ({ given, surnames }) => has([...given, ...surnames], 'cut')],
] as const satisfies readonly Rule<PersonFinding, string>[]

export type PersonReason = (typeof personRules)[number][0] | 'unreadable' | ForeignReason
