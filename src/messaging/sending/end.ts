// What an operator's end does to tokens and questions: nothing of them counts any more, as if a newer one had replaced them.
import type { OnEnded } from '#src/journey/capabilities/ended.ts'
import { append } from '#src/journey/journal/append.ts'
import { challengeExpired } from '#src/messaging/challenges/kinds.ts'
import { taskNames } from '#src/messaging/challenges/effects.ts'
import { updateChallenge } from '#src/messaging/challenges/store.ts'

/** The sends that are claimed are looked up, and what comes of them is written down. */
export const endChallenges: OnEnded = async ({ tx, locked }, open) => {
  for (const { task, ref, module = null } of open) {
    if (task !== taskNames.expire) continue
    await updateChallenge(tx, ref, { supersededAt: locked.now, expiredAt: locked.now })
    append(locked, { kind: challengeExpired, module, ref, code: 'ended-by-operator' })
  }
}
