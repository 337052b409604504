// What two names of companies are at best, by how their words agree and what is left over.
import type { CompanyAgreement } from './company-agreement.ts'
import type { CompanyName } from './read-company.ts'
import type { Rule } from './verdict.ts'

export type CompanyFinding = CompanyAgreement & {
  readonly liabilities: readonly CompanyName['liability'][]
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
  ['word-order', 'doubtful', ({ isCrossed }) => isCrossed],
  [
    'activity-differs',
    'other',
    ({ activitiesLeft: [fewer], activitiesShared }) => fewer > 0 && activitiesShared === 0,
  ],
  // A part of a group often bears the group's name and what it does.
  ['activity-added', 'doubtful', ({ activitiesLeft: [, more] }) => more > 0],
  [
    'activities-alone',
    'doubtful',
    ({ hasOwn, activitiesShared }) => !hasOwn && activitiesShared < 2,
  ],
  [
    'form-differs',
    'doubtful',
    ({ liabilities: [one, other] }) => one !== other && one !== 'any' && other !== 'any',
  ],
  [
    'document-differs',
    'doubtful',
    ({ documents: [one = '', other = ''] }) => one.length === other.length && one !== other,
  ],
  ['spelling', 'same', ({ own }) => own.includes('spelling')],
  ['cut', 'same', ({ own }) => own.includes('cut')],
] as const satisfies readonly Rule<CompanyFinding, string>[]

export type CompanyReason = (typeof companyRules)[number][0] | 'unreadable' | 'other-script'
