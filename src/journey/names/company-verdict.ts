// Decides the best possible verdict on two company names, by how their words agree and which are left over.
import type { ForeignReason } from './foreign.ts'
import type { CompanyAgreement } from './company-agreement.ts'
import type { CompanyName } from './read-company.ts'
import type { Rule } from './verdict.ts'

export type CompanyFinding = CompanyAgreement & {
  readonly forms: readonly CompanyName['form'][]
  readonly documents: readonly string[]
}

export const companyRules = [
  [
    'no-shared-word',
    'other',
    ({ own, hasOwn, isAcronym }) => own.length === 0 && hasOwn && !isAcronym,
  ],
  ['acronym', 'doubtful', ({ isAcronym }) => isAcronym],
  ['words-differ', 'other', ({ ownLeft: [fewer], isAcronym }) => fewer > 0 && !isAcronym],
  ['word-added', 'doubtful', ({ ownLeft: [fewer, more] }) => fewer === 0 && more > 0],
  ['word-close', 'doubtful', ({ own }) => own.includes('close')],
  ['letter-differs', 'other', ({ isLetterOther }) => isLetterOther],
  ['one-letter', 'doubtful', ({ isSlight }) => isSlight],
  ['word-order', 'doubtful', ({ isCrossed }) => isCrossed],
  [
    'activity-differs',
    'other',
    ({ activitiesLeft: [fewer], activitiesShared }) => fewer > 0 && activitiesShared === 0,
  ],
  // A company of a group often has the group's name and an activity.
  ['activity-added', 'doubtful', ({ activitiesLeft: [, more] }) => more > 0],
  [
    'activities-alone',
    'doubtful',
    ({ hasOwn, activitiesShared }) => !hasOwn && activitiesShared < 2,
  ],
  [
    'document-differs',
    'doubtful',
    ({ documents: [one = '', other = ''] }) => one.length === other.length && one !== other,
  ],
  // A lone distinctive word must be spelt alike (Vale is not Valle), unless an activity agrees too (Thiago's bakery is
  // Tiago's).
  [
    'spelling-alone',
    'doubtful',
    ({ own, activitiesShared }) =>
      own.length === 1 && own.includes('spelling') && activitiesShared === 0,
  ],
  ['spelling', 'same', ({ own }) => own.includes('spelling')],
  ['cut', 'same', ({ own }) => own.includes('cut')],
] as const satisfies readonly Rule<CompanyFinding, string>[]

/**
 * A register knows the legal form. A list has the form that somebody told it, in the words of its own language, or
 * none.
 */
export const registerRules = [
  [
    'form-differs',
    'doubtful',
    ({ forms: [one, other] }) =>
      one !== undefined &&
      other !== undefined &&
      one.kind !== other.kind &&
      one.kind !== 'any' &&
      other.kind !== 'any',
  ],
  // The legal form of a Brazilian company is often left out.
  [
    'form-added',
    'doubtful',
    ({ forms: [one, other] }) =>
      (one?.isForeign === true && other === undefined) ||
      (other?.isForeign === true && one === undefined),
  ],
] as const satisfies readonly Rule<CompanyFinding, string>[]

export type CompanyReason =
  | (typeof companyRules | typeof registerRules)[number][0]
  | 'unreadable'
  | ForeignReason
