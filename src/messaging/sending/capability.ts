import type { Capability, OnEnded } from '#src/journey/capabilities/capability.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { challengeFacts } from '#src/messaging/challenges/facts.ts'
import { takeBackContacts } from './gone.ts'
import { challengeRemains, forgetDocument } from './forget.ts'
import { challengeExpired, challengeKinds } from '#src/messaging/challenges/kinds.ts'
import { liftDenials } from '#src/messaging/challenges/denials.ts'
import { challengeTasks } from './tasks.ts'
import { append } from '#src/journey/journal/append.ts'
import { taskNames } from '#src/messaging/challenges/effects.ts'
import { updateChallenge } from '#src/messaging/challenges/store.ts'

/** The parts that tokens and questions of all channels share: their kinds, tasks and facts. */
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

/**
 * An operator’s end: no token or question counts any more, as if a newer one had replaced it. Sends that are claimed are
 * still looked up, and their results recorded.
 */
const endChallenges: OnEnded = async ({ tx, locked }, open) => {
  for (const { task, ref, module = null } of open) {
    if (task !== taskNames.expire) continue
    await updateChallenge(tx, ref, { supersededAt: locked.now, expiredAt: locked.now })
    append(locked, { kind: challengeExpired, module, ref, code: 'ended-by-operator' })
  }
}
