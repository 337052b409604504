// Every fact that insights and scorecards may read. A capability provides facts under these names from its `facts.ts`;
// a fact that nobody provides is absent, and so is what follows from it.
import {
  checks,
  credit,
  device,
  documentReading,
  documents,
  faceMatch,
  lists,
  faces,
  liveness,
  others,
  velocity,
} from './evidence.ts'
import type { GroupFacts } from './fact.ts'
import { settings } from './settings.ts'
import { link } from './link.ts'
import { address, age, document, email, name, phones } from './person.ts'
import { card, company, vehicle } from './things.ts'

export const vocabulary = {
  document,
  name,
  age,
  email,
  phones,
  address,
  card,
  vehicle,
  company,
  velocity,
  liveness,
  device,
  documentReading,
  documents,
  faceMatch,
  faces,
  checks,
  others,
  credit,
  settings,
  link,
  lists,
} as const

/** The facts of a transaction, as far as they are known. */
export type KnownFacts = {
  readonly [Group in keyof typeof vocabulary]?: GroupFacts<(typeof vocabulary)[Group]>
}
