import type { Capability } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from './deps.ts'
import { challengeFacts } from './facts.ts'
import { challengeRemains, forgetDocument } from './forget.ts'
import { challengeKinds } from './kinds.ts'
import { liftDenials } from './lift.ts'
import { challengeTasks } from './tasks.ts'

/** What tokens and 2FA of all channels share: their kinds and tasks, and what their answers prove. */
export const challenges: Capability<MessagingDeps> = {
  name: 'challenges',
  kinds: challengeKinds,
  tasks: challengeTasks,
  facts: challengeFacts,
  liftDenials,
  erased: forgetDocument,
  remains: challengeRemains,
}
