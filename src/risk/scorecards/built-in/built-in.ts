// The scorecards that come with the service; a change is a new version.
import type { Scorecard } from '../document.ts'
import { cardCheck } from './card.ts'
import { identity, identity2 } from './identity.ts'
import { rating } from './rating.ts'

export const ownScorecards: readonly {
  readonly name: string
  readonly version: number
  readonly scorecard: Scorecard
}[] = [
  { name: 'identity', version: 1, scorecard: identity },
  { name: 'identity', version: 2, scorecard: identity2 },
  { name: 'card', version: 1, scorecard: cardCheck },
  { name: 'rating', version: 1, scorecard: rating },
]
