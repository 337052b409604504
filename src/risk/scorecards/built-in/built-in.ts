// The scorecards that come with the service. Another content is the next version at the start of a process; what packs
// name by its number stays.
import type { Scorecard } from '../document.ts'
import { cardCheck } from './card.ts'
import { identity } from './identity.ts'
import { rating } from './rating.ts'

export const ownScorecards: readonly { readonly name: string; readonly scorecard: Scorecard }[] = [
  { name: 'identity', scorecard: identity },
  { name: 'card', scorecard: cardCheck },
  { name: 'rating', scorecard: rating },
]
