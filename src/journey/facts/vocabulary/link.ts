import { yesNo } from './fact.ts'

/** Of the verification links of the transaction. */
export const link = {
  denied: yesNo('A person said that the request was not theirs, on any of its links.'),
  rejected: yesNo('A step of the newest link that was completed was rejected.'),
} as const
