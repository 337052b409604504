// Claims an attempt: chooses number and account, or says why there are none.
import { assert } from '#src/platform/assert.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import { abandonedMs } from '#src/journey/calls/calls.ts'
import { hashPhone, hashPrefix } from '#src/messaging/phones/store.ts'
import { rankPhones, readPhoneSends, reachOf } from '#src/messaging/requests/choice/rank.ts'
import {
  type InCommit,
  type Locked,
  openDataKey,
  type Owner,
} from '#src/journey/transaction/locked.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import { findAccount, toAccounts } from '#src/messaging/challenges/accounts.ts'
import {
  type Attempt,
  claimUnlisted,
  listAttempts,
  readAttemptContact,
} from '#src/messaging/challenges/attempts.ts'
import {
  type Accounts,
  failureCodeOf,
  type Plan,
  planNext,
  untriedAt,
  withoutResting,
} from '#src/messaging/challenges/plan.ts'
import {
  challengeClaimed,
  challengeFailed,
  challengePostponed,
} from '#src/messaging/challenges/kinds.ts'
import { writeMessage } from './message.ts'
import type { MessagingAccount, OutboundMessage } from '#src/messaging/challenges/port.ts'
import { hasSessionWindow } from '#src/messaging/conversations/session-window.ts'
import { hashReplyRoute } from '#src/messaging/conversations/reply-route.ts'
import { findResting } from './templates/store.ts'
import type { FailureCode } from '#src/messaging/challenges/schema.ts'
import { rulesOf } from '#src/messaging/challenges/settings.ts'
import { updateWording } from '#src/messaging/requests/wording.ts'
import { isReplaceable, standingFailure } from '#src/messaging/challenges/status.ts'
import { isBlocked } from '#src/messaging/requests/volume/prefixes.ts'
import { readContact } from '#src/messaging/challenges/content.ts'
import { findChallenge, updateChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'

export type Deps = Pick<MessagingDeps, 'sealer' | 'messaging' | 'calls' | 'log' | 'metrics'>

export type ClaimedSend = {
  readonly transactionId: string
  readonly attempt: Attempt
  readonly account: MessagingAccount
  readonly message: OutboundMessage
}

/** A claimed attempt that is now sent. */
export type NewSend = ClaimedSend & {
  readonly owner: Owner
  readonly challengeKind: Challenge['challengeKind']
  /** Whether the transaction has another number that was not tried. */
  readonly hasOther: boolean
}

type Claiming = {
  readonly tx: Db
  readonly locked: Locked
  readonly challenge: Challenge
  readonly tried: readonly Attempt[]
  readonly n: number
  /** The accounts that cannot send the message because of their template. */
  readonly resting: ReadonlySet<string>
}

/** Undefined when nothing is sent: the record is closed, it failed, or every account must wait. */
export async function claimSend(
  ctx: InCommit<Deps>,
  { ref, attempt: n = 1 }: { readonly ref: string; readonly attempt?: number },
  reserve: (account: string) => void,
): Promise<NewSend | undefined> {
  const { tx, locked } = ctx
  const [challenge, tried] = await Promise.all([findChallenge(tx, ref), listAttempts(tx, ref)])
  if (!challenge || !maySend(challenge, locked.now.getTime())) return undefined
  if (tried.some(({ attempt }) => attempt >= n)) return undefined
  const resting = await findResting(tx, ctx.messaging, locked, challenge)
  const claiming = { tx, locked, challenge, tried, n, resting }
  const plan = planNext(tried, toAccounts(ctx, locked, challenge, resting))
  if (plan.kind === 'none') return undefined
  if (plan.kind === 'fail') return fail(claiming, plan.code)
  if (plan.kind !== 'call') return postpone(ctx, claiming, plan.kind, plan.account)
  const address = await chooseAddress(ctx, claiming, plan)
  if (typeof address === 'string') return fail(claiming, address)
  const account = address.account ?? plan.account
  reserve(account)
  const claimed = await take(ctx, claiming, account, address)
  appendClaimed(claiming, claimed.attempt)
  return claimed
}

/** Whether a message may still be sent; if not, nothing is written here, because the entry that closed it says why. */
function maySend(challenge: Challenge, now: number): boolean {
  const { deliveredAt, readAt } = challenge
  const hasArrived = deliveredAt !== null || readAt !== null
  return isReplaceable(challenge, now) && !hasArrived && standingFailure(challenge) === undefined
}

type Address = Pick<Attempt, 'contactHash' | 'source'> & {
  readonly to: string
  /** An account to use in place of the planned one. */
  readonly account?: string
  /** Whether another untried number is left. */
  readonly hasOther: boolean
}

async function chooseAddress(
  deps: Deps,
  claiming: Claiming,
  plan: Extract<Plan, { number: unknown }>,
): Promise<Address | FailureCode> {
  const { locked, challenge } = claiming
  if (challenge.channel !== 'email') return chooseNumber(deps, claiming, plan)
  const to = await readContact(deps.sealer, locked, challenge)
  return { to, contactHash: challenge.contactHash, source: 'email', hasOther: false }
}

/** Chooses the number of the previous attempt, or the hottest untried one; otherwise gives the failure code. */
async function chooseNumber(
  deps: Deps,
  { tx, locked, challenge, tried, resting }: Claiming,
  plan: Extract<Plan, { number: unknown }>,
): Promise<Address | FailureCode> {
  const { sealer, messaging } = deps
  const last = tried.at(-1)
  const fields = await readFields(sealer, locked)
  const { channel } = challenge
  const { ranked, stopped } = await rankPhones(
    { tx, sealer, locked },
    fields,
    channel,
    reachOf(messaging, locked.tenant),
  )
  const isOf = ({ contactHash }: Pick<Attempt, 'contactHash'>, all: readonly Buffer[]) =>
    all.some((hash) => hash.equals(contactHash))
  const toAddress = (to: string, source: string): Address => {
    const contactHash = hashPhone(sealer, locked, to).current
    const others = ranked.filter(({ hash }) => !isOf({ contactHash }, hash.all))
    const hasOther = others.some(({ hash }) => !tried.some((one) => isOf(one, hash.all)))
    return { to, source, contactHash, hasOther }
  }
  if (last && plan.number === 'next') {
    const next = ranked.find(({ hash }) => !tried.some((one) => isOf(one, hash.all)))
    if (!next) {
      const accounts = toAccounts(deps, locked, challenge, resting)
      const account = freeAccountFor(accounts, tried, last)
      if (account === undefined) return failureCodeOf(last.failureClass)
      const to = await readAttemptContact(sealer, locked, last)
      return { ...toAddress(to, last.source), account }
    }
    const { current: prefix } = hashPrefix(sealer, locked, next.candidate.e164)
    if (await isBlocked({ tx, locked, messaging }, prefix)) return failureCodeOf(last.failureClass)
    const sends = await readPhoneSends(tx, next.hash, locked.wallNow)
    // Tries no other number when this one is over its limit.
    if (isOverLimit(challenge, sends, locked.wallNow.getTime()))
      return failureCodeOf(last.failureClass)
    return toAddress(next.candidate.e164, next.candidate.source)
  }
  if (!ranked.some(({ hash }) => isOf(last ?? challenge, hash.all))) {
    // Since the record was opened, or between two tries, the person may have opted out.
    const ban = stopped.find(({ hash }) => isOf(last ?? challenge, hash.all))
    if (ban?.reason !== 'recipient') return 'opted-out'
    // A vendor reported in another transaction that the number does not exist, so the next one is tried.
    const [other] = ranked.filter(({ hash }) => !tried.some((one) => isOf(one, hash.all)))
    if (!other) return 'recipient-refused'
    return toAddress(other.candidate.e164, other.candidate.source)
  }
  if (last) return toAddress(await readAttemptContact(sealer, locked, last), last.source)
  const first = await readContact(sealer, locked, challenge)
  return toAddress(first, challenge.heat?.source ?? 'phone')
}

/** When no other number is left, an account that was not tried with this one may still reach it. */
function freeAccountFor(
  accounts: Accounts,
  tried: readonly Attempt[],
  last: Attempt,
): string | undefined {
  return untriedAt(tried, withoutResting(accounts), last).find(
    (name) => accounts.openMs(name) === 0 && !accounts.isFull(name),
  )
}

export const isOverLimit = ({ challengeKind }: Challenge, sends: readonly number[], now: number) =>
  rulesOf(challengeKind).quotas.some(
    ({ max, windowMs }) => sends.filter((at) => at > now - windowMs).length >= max,
  )

/** Writes the message before the claim, so that a message that cannot be written is not claimed as sent. */
async function take(
  deps: Deps,
  { tx, locked, challenge, tried, n }: Claiming,
  name: string,
  { to, contactHash, source, hasOther }: Address,
): Promise<NewSend> {
  const { sealer } = deps
  const account = findAccount(deps, locked, challenge, { account: name })
  assert(account, 'the chosen account does not serve the channel')
  const now = locked.now.getTime()
  const worded = await updateWording({ ...deps, tx, locked }, challenge, account, to)
  const isFree = await mayBeFree(deps, { tx, locked, challenge, tried }, account, to)
  const message = await writeMessage(deps, locked, worded, { to, attempt: n, now, isFree })
  const key = await openDataKey(sealer, locked)
  const attempt = claimUnlisted({ tx, sealer, locked }, key, {
    challengeId: challenge.id,
    attempt: n,
    account: name,
    sender: account.senders[challenge.channel] ?? '',
    contact: to,
    contactHash,
    replyHash: challenge.channel === 'email' ? null : hashReplyRoute(sealer, name, to).current,
    source,
    prefixHash: prefixOf(sealer, locked, challenge, to),
  })
  const { id: transactionId, tenant, mode } = locked
  const { challengeKind } = challenge
  const owner = { tenant, mode }
  return { transactionId, attempt, account, message, owner, challengeKind, hasOther }
}

/** The hash by which the guard against SMS pumping counts; null for e-mail. */
export const prefixOf = (
  sealer: Deps['sealer'],
  owner: Owner,
  { channel }: Pick<Challenge, 'channel'>,
  to: string,
): Buffer | null => (channel === 'email' ? null : hashPrefix(sealer, owner, to).current)

/** Whether the account allows free messages and a session window is open, unless WhatsApp has refused one before. */
async function mayBeFree(
  { sealer }: Deps,
  { tx, locked, challenge, tried }: Pick<Claiming, 'tx' | 'locked' | 'challenge' | 'tried'>,
  { id: account, freeForm }: MessagingAccount,
  e164: string,
): Promise<boolean> {
  if (challenge.channel !== 'whatsapp' || !freeForm) return false
  if (tried.some(({ failureClass }) => failureClass === 'window')) return false
  return hasSessionWindow(tx, sealer, { account, e164, wallNow: locked.wallNow })
}

/** Claims nothing and reschedules the task, because every account is paused, full, or was called often enough. */
async function postpone(
  { calls }: Deps,
  claiming: Claiming,
  kind: 'wait' | 'full',
  account: string,
): Promise<undefined> {
  const { locked, challenge, n } = claiming
  const dueAt = locked.now.getTime() + calls.queue(account, locked.tenant)
  if (dueAt >= challenge.expiresAt) return fail(claiming, 'provider-failed')
  const code = kind === 'wait' ? 'account-resting' : 'account-full'
  const entry = { attempt: n, provider: account, code, dueAt }
  append(locked, { kind: challengePostponed, ...about(challenge), ...entry })
}

async function fail(claiming: Claiming, code: FailureCode): Promise<undefined> {
  const { tx, locked, challenge, n } = claiming
  sendUnawaited(updateChallenge(tx, challenge.id, { failedAt: locked.now, failureCode: code }))
  append(locked, { kind: challengeFailed, ...about(challenge), attempt: n, code })
}

function appendClaimed({ locked, challenge, n }: Claiming, { account, source }: Attempt): void {
  const waitMs = Math.max(abandonedMs, rulesOf(challenge.challengeKind).uncertainMs)
  append(locked, {
    kind: challengeClaimed,
    ...about(challenge),
    attempt: n,
    provider: account,
    code: source,
    dueAt: locked.now.getTime() + waitMs,
  })
}

export const about = ({ challengeKind, id }: Pick<Challenge, 'challengeKind' | 'id'>) =>
  ({ module: challengeKind, ref: id }) as const
