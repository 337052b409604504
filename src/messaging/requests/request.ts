// Handles a request for a message: chooses its recipient and opens a record, or says why not, within the caller’s
// commit.
import { append } from '#src/journey/journal/append.ts'
import { assert } from '#src/platform/assert.ts'
import { newId } from '#src/platform/ids.ts'
import type { Language } from '#src/messaging/messages/text/language.ts'
import { explainHeat } from '#src/messaging/phones/heat.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { secondsUntilOpen } from '#src/platform/tenants/window.ts'
import { type InCommit, openDataKey } from '#src/journey/transaction/locked.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import { type ChallengeKind, channelOf, isToken } from '#src/messaging/wire/channel.ts'
import { challengeOpened, challengeSuperseded } from '#src/messaging/challenges/kinds.ts'
import { decideRequest } from '#src/messaging/challenges/limits.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import { readFailedChecks } from '#src/messaging/challenges/past.ts'
import { chooseRecipient, type Recipient } from './recipient.ts'
import { rulesOf, ttlMinutes } from '#src/messaging/challenges/settings.ts'
import { toSentRecord } from '#src/messaging/challenges/status.ts'
import { purposeOf } from '#src/messaging/challenges/content.ts'
import { listChallenges, openChallenge, updateChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { askPrefix, type PrefixDeps } from './volume/prefixes.ts'
import { isOverCap } from './volume/spending.ts'
import { accountsFor } from '#src/messaging/challenges/accounts.ts'
import { reserveFor, writeContent } from './wording.ts'

export type RequestDeps = PrefixDeps & { readonly sealer: Sealer; readonly messaging: Messaging }

type Asked = {
  readonly challengeKind: ChallengeKind
  readonly language: Language
  /** The text that the person is asked to confirm, as the message shows it. */
  readonly purpose?: string | undefined
  /** The step of a run that asks; it counts no answer to earlier questions. */
  readonly sentFor?: string | undefined
  /** The last limit, if the tenant has one: returns 0, or the seconds to wait. */
  readonly spend?: () => number
}

type Requested =
  | { readonly kind: 'record'; readonly challenge: Challenge }
  | { readonly kind: 'no-recipient' }
  | { readonly kind: 'limit-reached'; readonly retryAfterSeconds: number }

/** Opens a record, returns the open one within the cool-down, or says why it opens none. */
export async function requestChallenge(
  ctx: InCommit<RequestDeps>,
  asked: Asked,
): Promise<Requested> {
  const { tx, locked } = ctx
  const fields = await readFields(ctx.sealer, locked)
  const { challengeKind } = asked
  // The records are read before the addresses are locked; all statements are sent at once on one connection.
  const [records, failedChecks, recipient] = await Promise.all([
    listChallenges(tx, locked.id, challengeKind, recordsMax),
    // Only tokens have a code that can be wrong.
    isToken(challengeKind) ? readFailedChecks(tx, locked.id, challengeKind) : [],
    chooseRecipient(ctx, fields, channelOf[challengeKind]),
  ])
  if (!recipient) return { kind: 'no-recipient' }
  const now = locked.now.getTime()
  const { messages } = ctx.messaging.tenants.of(locked.tenant)
  const { sendWindow } = messages
  const decision = decideRequest(
    { ...rulesOf(challengeKind), ...messages },
    {
      records: records.map((one) => toSentRecord(one, now)),
      failedChecks,
      sends: recipient.sends,
      now,
      wallNow: locked.wallNow.getTime(),
      // The send window does not apply to e-mail, which disturbs nobody.
      ...(sendWindow &&
        challengeKind !== 'email-token' && { closedSeconds: secondsUntilOpen(sendWindow, now) }),
    },
  )
  if (decision.kind === 'limit-reached') return decision
  if (decision.kind === 'cooling') {
    const challenge = records.find(({ id }) => id === decision.recordId)
    assert(challenge, 'the open record was not read')
    const { purpose } = await purposeOf(ctx.sealer, locked, challenge)
    const isMeant = asked.sentFor === undefined || challenge.rules.sentFor === asked.sentFor
    if (isMeant && purpose === asked.purpose) return { kind: 'record', challenge }
    return { kind: 'limit-reached', retryAfterSeconds: decision.leftSeconds }
  }
  if (challengeKind !== 'email-token' && (await isOverCap(tx, locked, ctx.messaging.tenants)))
    return { kind: 'limit-reached', retryAfterSeconds: overCapSeconds }
  const { prefixHash } = recipient
  const blockedSeconds = prefixHash ? await askPrefix(ctx, prefixHash) : 0
  if (blockedSeconds > 0) return { kind: 'limit-reached', retryAfterSeconds: blockedSeconds }
  const seconds = asked.spend?.() ?? 0
  if (seconds > 0) return { kind: 'limit-reached', retryAfterSeconds: seconds }
  const [challenge] = await Promise.all([
    open(
      ctx,
      { ...asked, recipient, records },
      records.find(({ id }) => id === decision.supersedes),
    ),
    recipient.recordUse(),
  ])
  return { kind: 'record', challenge }
}

/** How long to wait at the cap on spending, until the oldest hour stops counting. */
const overCapSeconds = 3_600

/** No window of the limits holds more records. */
const recordsMax = 20

type Opening = Asked & {
  readonly recipient: Recipient
  /** The earlier records of the transaction and capability. */
  readonly records: readonly Challenge[]
}

async function open(
  ctx: InCommit<RequestDeps>,
  { challengeKind, language, purpose, sentFor, recipient, records }: Opening,
  replaced: Challenge | undefined,
): Promise<Challenge> {
  const { tx, locked } = ctx
  const { contact, contactHash, prefixHash, documentHash, heat } = recipient
  const { sealer, messaging } = ctx
  const settings = messaging.tenants.of(locked.tenant).messages
  const channel = channelOf[challengeKind]
  const senders = accountsFor(messaging, locked, { channel, challengeKind })
  const id = newId()
  const minutes = ttlMinutes(challengeKind, settings)
  const forMs = minutes * 60_000
  const hasPurpose = purpose !== undefined
  const sameAs = await listSame(ctx, records, purpose)
  const route = { id, challengeKind, forMs, e164: contact, accounts: senders, sameAs, hasPurpose }
  // A request for the same purpose also continues the step of the earlier request.
  const meantFor = sentFor ?? records.find(({ id: one }) => sameAs.includes(one))?.rules.sentFor
  const { code: replyCode, isContested } = await reserveFor(ctx, route)
  const asked = { challengeKind, language, replyCode, minutes, purpose }
  const written = writeContent(messaging, locked.tenant, asked, senders[0])
  const { codeDigits, checksMax, sendsMax, replies } = settings
  const challenge = await openChallenge({ tx, sealer, locked }, await openDataKey(sealer, locked), {
    ...written,
    id,
    challengeKind,
    replyCode,
    rules: {
      codeDigits,
      checksMax,
      sendsMax,
      ...((replies === 'strict' || purpose !== undefined) && { isStrict: true }),
      ...(isContested && { needsCode: true }),
      ...(purpose !== undefined && { hasPurpose: true }),
      ...(meantFor !== undefined && { sentFor: meantFor }),
    },
    expiresAt: locked.now.getTime() + forMs,
    contact,
    contactHash,
    prefixHash,
    documentHash,
    heat,
  })
  if (replaced) {
    sendUnawaited(updateChallenge(tx, replaced.id, { supersededAt: locked.now }))
    append(locked, {
      kind: challengeSuperseded,
      module: challengeKind,
      ref: replaced.id,
      reason: challenge.id,
    })
  }
  append(locked, {
    kind: challengeOpened,
    module: challengeKind,
    ref: challenge.id,
    reason: heat && explainHeat(heat),
    dueAt: challenge.expiresAt,
  })
  return challenge
}

/** The ids of the records with the same purpose. */
async function listSame(
  { sealer, locked }: InCommit<RequestDeps>,
  records: readonly Challenge[],
  purpose: string | undefined,
): Promise<string[]> {
  const purposes = await Promise.all(records.map((one) => purposeOf(sealer, locked, one)))
  return records.flatMap(({ id }, index) => (purposes[index]?.purpose === purpose ? id : []))
}
