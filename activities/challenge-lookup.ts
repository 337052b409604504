// Asking a vendor whether an attempt left, after its answer was lost.
import { type Attempt, readAttemptPhone } from '#src/challenges/attempts.ts'
import { decideAfterLookup, type Decision, type Situation } from '#src/challenges/send-outcome.ts'
import type { Challenge } from '#src/challenges/store.ts'
import type { Found } from '#src/transaction/store.ts'
import { findAccount } from './challenge-account.ts'
import { writeMessage } from './challenge-message.ts'
import type { Told } from './challenge-record.ts'
import type { ActivityDeps } from './deps.ts'
import { vendorMs } from './sending.ts'

type Left = { readonly told: Told; readonly decide: (situation: Situation) => Decision }

export async function lookUp(
  deps: ActivityDeps,
  found: Found,
  challenge: Challenge,
  attempt: Attempt,
): Promise<Left> {
  const since = attempt.claimedAt.getTime()
  const provider = findAccount(deps, found, challenge, attempt)
  // An account that is no longer configured, or cannot be asked, leaves the attempt in doubt.
  if (!provider?.lookup) return toLeft('unknown')
  const to = await readAttemptPhone(deps.sealer, found, attempt)
  const message = await writeMessage(deps, found, challenge, { to, now: since })
  try {
    const answer = await provider.lookup(message, {
      transactionId: found.id,
      recordId: challenge.id,
      attempt: attempt.attempt,
      attemptId: attempt.id,
      signal: AbortSignal.timeout(vendorMs),
      since,
    })
    return typeof answer === 'string'
      ? toLeft(answer)
      : { ...toLeft('found'), told: { accepted: answer } }
  } catch {
    return toLeft('later')
  }
}

const toLeft = (found: Parameters<typeof decideAfterLookup>[0]): Left => ({
  told: {},
  decide: (situation) => decideAfterLookup(found, situation),
})
