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
   * What packs of the service name never changes. Without one another content is the next version at the start of a
   * process: what follows the catalogue of insights changes with it.
   */
  readonly version?: number
}

export const ownScorecards: readonly OwnScorecard[] = [
  { name: 'identity', version: 1, scorecard: identity },
  { name: 'identity', version: 2, scorecard: identity2 },
  { name: 'card', scorecard: cardCheck },
  { name: 'rating', scorecard: rating },
]

/** In any installation. */
export const isOwnScorecard = (name: string, version: number): boolean =>
  ownScorecards.some((one) => one.name === name && (one.version ?? 1) === version)
