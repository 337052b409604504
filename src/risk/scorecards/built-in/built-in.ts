// The scorecards that come with the service; a change is a new version.
import type { Scorecard } from '../document.ts'
import { card } from './card.ts'
import { identity } from './identity.ts'
import { rating } from './rating.ts'

export const ownScorecards: readonly {
  readonly name: string
  readonly version: number
  readonly card: Scorecard
}[] = [
  { name: 'identity', version: 1, card: identity },
  { name: 'card', version: 1, card },
  { name: 'rating', version: 1, card: rating },
]
