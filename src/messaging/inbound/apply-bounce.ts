// Applies a bounce: the record of the mail has failed, and nothing of it is tried again.
import { challengeFailed } from '#src/messaging/challenges/kinds.ts'
import { updateChallenge } from '#src/messaging/challenges/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Locked } from '#src/journey/transaction/locked.ts'
import type { KnownRecord } from './record.ts'

/** The first failure stays; a token that was used has arrived. */
export async function applyBounce(
  tx: Db,
  locked: Locked,
  record: KnownRecord,
): Promise<KnownRecord> {
  const { id, challengeKind, channel, failedAt, repliedAt } = record.challenge
  if (channel !== 'email' || failedAt !== null || repliedAt !== null) return record
  const failureCode = 'bounced'
  await updateChallenge(tx, id, { failedAt: locked.now, failureCode })
  append(locked, { kind: challengeFailed, module: challengeKind, ref: id, code: failureCode })
  const challenge = { ...record.challenge, failedAt: locked.now.getTime(), failureCode }
  return { ...record, challenge }
}
