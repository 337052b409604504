import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { challengeFacts } from '#src/messaging/challenges/facts.ts'
import { endChallenges } from './end.ts'
import { takeBackContacts } from './gone.ts'
import { challengeRemains, forgetDocument } from './forget.ts'
import { challengeKinds } from '#src/messaging/challenges/kinds.ts'
import { liftDenials } from '#src/messaging/challenges/denials.ts'
import { challengeTasks } from './tasks.ts'

/** What tokens and questions of all channels share: their kinds, tasks and facts. */
export const challenges: Capability<MessagingDeps> = {
  name: 'challenges',
  kinds: challengeKinds,
  tasks: challengeTasks,
  facts: challengeFacts,
  liftDenials,
  ended: () => endChallenges,
  corrected: () => takeBackContacts,
  erased: forgetDocument,
  remains: challengeRemains,
}
