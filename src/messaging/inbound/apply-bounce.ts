// Applies a bounce: the record of the mail fails, and nothing is retried.
import { challengeComplained, challengeFailed } from '#src/messaging/challenges/kinds.ts'
import { updateChallenge } from '#src/messaging/challenges/store.ts'
import { append } from '#src/journey/journal/append.ts'
import { claimEvent } from '#src/journey/inbox/dedupe.ts'
import { suppressComplainer, suppressMailbox } from '#src/messaging/phones/suppressions.ts'
import { isNoMailbox, isOfSender } from '#src/messaging/wire/mail-status.ts'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import { applyStatus } from './apply-status.ts'
import type { EventDeps } from './deps.ts'
import type { MessageCallback } from './locate.ts'
import type { KnownRecord } from './record.ts'

type BounceCallback = MessageCallback & {
  readonly event: Extract<VendorEvent, { kind: 'bounce' }>
}

/** The first failure is kept; a token that was used has certainly arrived. */
export async function applyBounce(
  ctx: InCommit<Pick<EventDeps, 'sealer' | 'messaging' | 'metrics'>>,
  record: KnownRecord,
  callback: BounceCallback,
): Promise<KnownRecord> {
  const { tx, locked } = ctx
  const { id, challengeKind, channel, failedAt, repliedAt, contactHash } = record.challenge
  if (channel !== 'email') return record
  const { status = '', isComplaint, dedupeKey } = callback.event
  if (isComplaint) {
    if (!(await claimEvent(tx, ctx.sealer, callback.accounts[0] ?? 'smtp', dedupeKey)))
      return record
    await suppressComplainer(tx, locked, contactHash)
    append(locked, { kind: challengeComplained, module: challengeKind, ref: id })
    return record
  }
  if (repliedAt !== null) return record
  if (isOfSender(status)) return applyToSender(ctx, record, callback)
  if (isNoMailbox(status)) await suppressMailbox(tx, locked, contactHash)
  if (failedAt !== null) return record
  const failureCode = 'bounced'
  sendUnawaited(updateChallenge(tx, id, { failedAt: locked.now, failureCode }))
  append(locked, { kind: challengeFailed, module: challengeKind, ref: id, code: failureCode })
  const challenge = { ...record.challenge, failedAt: locked.now.getTime(), failureCode }
  return { ...record, challenge }
}

/**
 * A failure that is our sender’s fault is treated as if its relay had reported it, so that the next account may send.
 */
async function applyToSender(
  ctx: InCommit<Pick<EventDeps, 'sealer' | 'messaging' | 'metrics'>>,
  record: KnownRecord,
  { event, ...callback }: BounceCallback,
): Promise<KnownRecord> {
  const sent = record.attempts.findLast(({ outcome }) => outcome === 'accepted')
  if (!sent) return record
  const applied = await applyStatus(ctx, record, {
    ...callback,
    accounts: [sent.account],
    event: {
      kind: 'status',
      dedupeKey: event.dedupeKey,
      providerMsgId: event.recordId,
      recordId: event.recordId,
      attempt: sent.attempt,
      deliveryStatus: 'failed',
      failure: { class: 'account', code: `smtp-${event.status ?? ''}` },
    },
  })
  return applied ?? record
}
