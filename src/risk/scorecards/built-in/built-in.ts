// The scorecards that come with the service.
import type { Scorecard } from '../document.ts'
import { cardCheck } from './card.ts'
import { identity } from './identity.ts'
import { identity2 } from './identity-2.ts'
import { rating } from './rating.ts'

export type OwnScorecard = {
  readonly name: string
  readonly scorecard: Scorecard
  /**
   * A fixed version, which packs of the service name, so its content never changes. Without one, changed content
   * becomes the next version at the start of a process, so that the scorecard can follow the catalogue of insights.
   */
  readonly version?: number
}

export const ownScorecards: readonly OwnScorecard[] = [
  { name: 'identity', version: 1, scorecard: identity },
  { name: 'identity', version: 2, scorecard: identity2 },
  { name: 'card', scorecard: cardCheck },
  { name: 'rating', scorecard: rating },
]

/** Whether every installation has this version. */
export const isOwnScorecard = (name: string, version: number): boolean =>
  ownScorecards.some((one) => one.name === name && (one.version ?? 1) === version)
