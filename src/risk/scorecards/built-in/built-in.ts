// The scorecards that come with the service; a change is a new version. Those of an earlier release that nothing names
// stand in the database alone.
import type { Scorecard } from '../document.ts'
import { cardCheck } from './card.ts'
import { firstIdentity } from './first-identity.ts'
import { identity } from './identity.ts'
import { rating } from './rating.ts'

export const ownScorecards: readonly {
  readonly name: string
  readonly version: number
  readonly scorecard: Scorecard
}[] = [
  { name: 'identity', version: 1, scorecard: firstIdentity },
  { name: 'identity', version: 2, scorecard: identity },
  { name: 'card', version: 2, scorecard: cardCheck },
  { name: 'rating', version: 2, scorecard: rating },
]
