import { yesNo } from './fact.ts'

/** What the tenant has said that verdicts may do without. */
export const settings = {
  approveUnproven: yesNo('A document of which pictures alone are known may be approved.'),
  phoneOptional: yesNo('Somebody whose phone was not asked may be approved.'),
  approveByScore: yesNo('A score alone may be enough.'),
} as const
