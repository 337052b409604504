// Checks a code or a page token, inside the caller's commit.
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, type Locked, openDataKey } from '#src/journey/transaction/locked.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import { codesEqual } from '#src/messaging/challenges/code.ts'
import { type CheckDecision, decideCheck } from '#src/messaging/challenges/limits.ts'
import { challengeCheckFailed, challengeValid } from '#src/messaging/challenges/kinds.ts'
import { failedChecksMax } from '#src/messaging/challenges/settings.ts'
import { countRecent, readFailedChecks } from '#src/messaging/challenges/past.ts'
import { deriveSecrets, updateChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'

export type Checked = { readonly decision: CheckDecision; readonly challenge: Challenge }

/** Checks a code against a token’s record, and counts a wrong code whatever the outcome. */
export async function checkCode(
  ctx: InCommit<{ readonly sealer: Sealer }>,
  challenge: Challenge,
  code: string,
  failedChecks?: readonly number[],
): Promise<Checked> {
  const { sealer, locked } = ctx
  const secrets = deriveSecrets(sealer, await openDataKey(sealer, locked), challenge)
  const matches = codesEqual(secrets.mac, challenge.id, code, secrets.code)
  return decideAndRecord(ctx, challenge, matches, failedChecks)
}

/**
 * Validates a token by the button of its page. The record was found by the link’s token, so nothing else is compared.
 */
export const checkPageToken = (tx: Db, locked: Locked, challenge: Challenge): Promise<Checked> =>
  decideAndRecord({ tx, locked }, challenge, true)

async function decideAndRecord(
  { tx, locked }: InCommit,
  challenge: Challenge,
  matches: boolean,
  known?: readonly number[],
): Promise<Checked> {
  const now = locked.now.getTime()
  const failedChecks = known ?? (await readFailedChecks(tx, locked.id, challenge.challengeKind))
  const decision = decideCheck(
    { checksMax: challenge.rules.checksMax, failedChecksMax },
    challenge,
    { matches, failedChecks24h: countRecent(failedChecks, now), now },
  )
  const entry = { module: challenge.challengeKind, ref: challenge.id }
  if (decision.outcome === 'valid') {
    sendUnawaited(updateChallenge(tx, challenge.id, { repliedAt: locked.now }))
    append(locked, { kind: challengeValid, ...entry })
    return { decision, challenge: { ...challenge, repliedAt: now } }
  }
  if (decision.outcome === 'mismatch' && decision.counted) {
    const checks = challenge.checks + 1
    sendUnawaited(updateChallenge(tx, challenge.id, { checks }))
    append(locked, { kind: challengeCheckFailed, ...entry, attempt: checks })
    return { decision, challenge: { ...challenge, checks } }
  }
  return { decision, challenge }
}
