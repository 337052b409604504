// The claim of a challenge's attempt: to which number it goes and with which account, or why there is none.
import type { Db } from '#src/db/client.ts'
import { append } from '#src/journal/append.ts'
import type { Entry, NewEntry } from '#src/journal/entry.ts'
import {
  type Attempt,
  claimAttempt,
  endAttempt,
  listAttempts,
  readAttemptPhone,
} from '#src/challenges/attempts.ts'
import { hashPhone, rankPhones, readPhoneSends } from '#src/phones/store.ts'
import type { MessagingProvider, OutboundMessage } from '#src/challenges/port.ts'
import { hashReplyRoute } from '#src/challenges/reply-route.ts'
import { settings } from '#src/challenges/settings.ts'
import { type FailureCode, isReplaceable, standingFailure } from '#src/challenges/status.ts'
import { type Challenge, findChallenge, readPhone, recordFact } from '#src/challenges/store.ts'
import { failureCodeOf, type Plan, planNext } from '#src/challenges/failover.ts'
import { type Locked, openDataKey } from '#src/transaction/locked.ts'
import { readFields } from '#src/transaction/store.ts'
import { findAccount, toAccounts } from './challenge-account.ts'
import { writeMessage } from './challenge-message.ts'
import { commit } from './commit.ts'
import type { ActivityDeps } from './deps.ts'
import type { AttemptRef } from './signatures.ts'

export type Claim = {
  /** By `performance.now()`. */
  readonly at: number
  readonly attempt: Attempt
  readonly challenge: Challenge
  readonly provider: MessagingProvider
  readonly message: OutboundMessage
}

type Claiming = {
  readonly tx: Db
  readonly locked: Locked
  readonly challenge: Challenge
  readonly tried: readonly Attempt[]
  readonly n: number
}

/** Without a claim there is nothing to send: the record is over, it failed, or every account rests. */
export async function claim(
  deps: ActivityDeps,
  { id, ref, attempt: n }: AttemptRef,
): Promise<{ entries: Entry[]; claimed: Claim | undefined }> {
  let claimed: Claim | undefined
  const entries = await commit(deps.db, id, async (tx, locked) => {
    const challenge = await findChallenge(tx, ref)
    const tried = await listAttempts(tx, ref)
    if (!challenge || !maySend(challenge, locked.now.getTime())) return []
    if (tried.some(({ attempt }) => attempt >= n)) return []
    const claiming = { tx, locked, challenge, tried, n }
    const plan = planNext(tried, toAccounts(deps, locked, challenge))
    if (plan.kind === 'none') return []
    if (plan.kind === 'fail') return fail(claiming, plan.code)
    const number = await chooseNumber(deps, claiming, plan)
    if (typeof number === 'string') return fail(claiming, number)
    const taken = await take(deps, claiming, plan.provider, number)
    if (!taken) return []
    if (plan.kind === 'wait') return rest(claiming, taken.attempt, plan.waitMs)
    claimed = taken
    return append(tx, locked, [claimedEntry(claiming, taken.attempt)])
  })
  return { entries, claimed }
}

/** What stands in the way is in the journal, and the workflow learns it by looking. */
function maySend(challenge: Challenge, now: number): boolean {
  const { deliveredAt, readAt } = challenge
  const hasArrived = deliveredAt !== null || readAt !== null
  return isReplaceable(challenge, now) && !hasArrived && standingFailure(challenge) === undefined
}

type Number = { readonly e164: string; readonly source: string }

/** The number of the attempt before, or the hottest that was not tried yet; else why there is none. */
async function chooseNumber(
  { sealer, messaging }: ActivityDeps,
  { tx, locked, challenge, tried }: Claiming,
  plan: Extract<Plan, { number: unknown }>,
): Promise<Number | FailureCode> {
  const last = tried.at(-1)
  const fields = await readFields(sealer, locked)
  const { channel } = challenge
  const { ranked } = await rankPhones(tx, sealer, locked, fields, channel, messaging.countries)
  const isOf = ({ phoneHash }: Pick<Attempt, 'phoneHash'>, all: readonly Buffer[]) =>
    all.some((hash) => hash.equals(phoneHash))
  if (last && plan.number === 'next') {
    const next = ranked.find(({ hash }) => !tried.some((one) => isOf(one, hash.all)))
    if (!next) return failureCodeOf(last.failureClass)
    const sends = await readPhoneSends(tx, next.hash, locked.wallNow)
    // Over the limit of a number no other one is tried (decisions, section 4).
    if (isOverLimit(sends, locked.wallNow.getTime())) return failureCodeOf(last.failureClass)
    return { e164: next.candidate.e164, source: next.candidate.source }
  }
  // Since the record was opened, or between two tries, the person may have opted out.
  if (!ranked.some(({ hash }) => isOf(last ?? challenge, hash.all))) return 'opted-out'
  if (!last)
    return { e164: await readPhone(sealer, locked, challenge), source: challenge.heat.source }
  return { e164: await readAttemptPhone(sealer, locked, last), source: last.source }
}

function isOverLimit(sends: readonly number[], now: number): boolean {
  const within = (ms: number) => sends.filter((at) => at > now - ms).length
  const { phoneTenMinutesMax, phoneDayMax } = settings
  return within(10 * 60_000) >= phoneTenMinutesMax || within(24 * 3_600_000) >= phoneDayMax
}

/** The message is written before the claim counts: what cannot be written was not sent. */
async function take(
  deps: ActivityDeps,
  { tx, locked, challenge, n }: Claiming,
  name: string,
  { e164, source }: Number,
): Promise<Claim | undefined> {
  const { sealer } = deps
  const provider = findAccount(deps, locked, challenge, { provider: name })
  if (!provider) throw new Error('the chosen account is one of the channel')
  const message = await writeMessage(deps, locked, challenge, {
    to: e164,
    now: locked.now.getTime(),
  })
  const key = await openDataKey(sealer, locked)
  const attempt = await claimAttempt(tx, sealer, locked, key, {
    challengeId: challenge.id,
    attempt: n,
    provider: name,
    sender: provider.senders[challenge.channel] ?? '',
    phone: e164,
    phoneHash: hashPhone(sealer, locked, e164).current,
    replyHash: hashReplyRoute(sealer, name, e164).current,
    source,
  })
  return attempt && { at: performance.now(), attempt, challenge, provider, message }
}

/** Every account is left alone for now: the attempt ends without a call, and the next one waits. */
async function rest(claiming: Claiming, attempt: Attempt, waitMs: number): Promise<Entry[]> {
  const { tx, locked, challenge, n } = claiming
  const dueAt = locked.now.getTime() + waitMs
  if (dueAt >= challenge.expiresAt) {
    await endAttempt(tx, attempt.id, locked.now, { outcome: 'failed', code: breakerOpen })
    return fail(claiming, 'provider-failed')
  }
  await endAttempt(tx, attempt.id, locked.now, { outcome: 'deferred', code: breakerOpen })
  const deferral = { attempt: n, provider: attempt.provider, code: breakerOpen }
  return append(tx, locked, [
    claimedEntry(claiming, attempt),
    { kind: 'challenge-deferred', ...about(challenge), ...deferral, dueAt },
  ])
}

const breakerOpen = 'breaker-open'

async function fail({ tx, locked, challenge, n }: Claiming, code: FailureCode): Promise<Entry[]> {
  await recordFact(tx, challenge.id, { failedAt: locked.now, failureCode: code })
  return append(tx, locked, [{ kind: 'challenge-failed', ...about(challenge), attempt: n, code }])
}

const claimedEntry = ({ challenge, n }: Claiming, { provider, source }: Attempt): NewEntry => ({
  kind: 'challenge-attempt-claimed',
  ...about(challenge),
  attempt: n,
  provider,
  code: source,
})

export const about = ({ capability, id }: Pick<Challenge, 'capability' | 'id'>) =>
  ({ module: capability, ref: id }) as const
