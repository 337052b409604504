// Every fact that insights and scorecards may read. A capability provides facts under these names in its `facts.ts`; a
// fact that is not provided is absent, and so is every conclusion from it.
import { checks, credit, lists, official, others } from './checks.ts'
import { device, documentReading, documents, faceMatch, faces, liveness } from './evidence.ts'
import { velocity } from './velocity.ts'
import { broughtBy, type GroupFacts, number, yesNo } from './fact.ts'
import { address, age, document, email, name, phones } from './person.ts'
import { card, company, vehicle } from './things.ts'

/** The tenant’s settings on proofs that a verdict may do without. */
export const settings = {
  approveUnproven: yesNo('A document of which pictures alone are known may be approved.'),
  phoneOptional: yesNo('Somebody whose phone was not asked may be approved.'),
  approveByScore: yesNo('A score alone may be enough.'),
  ageMin: number('From how many years on nobody has to look at the age.'),
} as const

/** The verification links of the transaction. */
export const link = broughtBy(
  ['linkBiometrics'],
  {
    denied: yesNo('A person said that the request was not theirs, on any of its links.'),
    rejected: yesNo('A step of the newest link that was completed was rejected.'),
  },
  'denied',
  'rejected',
)

/** The decisions of people in reviews. */
export const reviews = {
  rejected: yesNo(
    'A person has rejected a transaction of its document, this one too, within 90 days, and no appeal has overruled it.',
  ),
} as const

export const vocabulary = {
  document, name, age, email, phones, address, card, vehicle, company, velocity, liveness, device,
  documentReading, documents, faceMatch, faces, checks, others, official, credit, settings, link,
  lists, reviews,
} as const // prettier-ignore

/** The facts of a transaction, as far as they are known. */
export type KnownFacts = {
  readonly [Group in keyof typeof vocabulary]?: GroupFacts<(typeof vocabulary)[Group]>
}
