// A request for a message: whom it goes to, or why nobody, inside the caller's commit.
import { append } from '#src/journey/journal/append.ts'
import { newId } from '#src/platform/ids.ts'
import type { Language } from '#src/messaging/messages/text/language.ts'
import { explainHeat } from '#src/messaging/phones/heat.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { secondsUntilOpen } from '#src/platform/tenants/window.ts'
import { type InCommit, openDataKey } from '#src/journey/transaction/locked.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { type Capability, channelOf, isToken } from './challenge.ts'
import { challengeOpened, challengeSuperseded } from './kinds.ts'
import { decideRequest } from './limits.ts'
import type { Messaging } from './messaging.ts'
import { readFailedChecks } from './past.ts'
import { chooseRecipient, type Recipient } from './recipient.ts'
import { rulesOf, ttlMinutes } from './settings.ts'
import { toSentRecord } from './status.ts'
import { type Challenge, listChallenges, openChallenge, recordFact } from './store.ts'
import { isOverCap } from './volume/spending.ts'
import { reserveFor, writeContent } from './wording.ts'

export type RequestDeps = { readonly sealer: Sealer; readonly messaging: Messaging }

type Asked = {
  readonly capability: Capability
  readonly language: Language
  /** The last limit, where the tenant has one: 0, or the seconds to wait. */
  readonly spend?: () => number
}

type Requested =
  | { readonly kind: 'record'; readonly challenge: Challenge }
  | { readonly kind: 'no-recipient' }
  | { readonly kind: 'limit-reached'; readonly retryAfterSeconds: number }

/** Opens a record, or gives the one that is open inside the cool-down, or says why not. */
export async function requestChallenge(
  ctx: InCommit<RequestDeps>,
  asked: Asked,
): Promise<Requested> {
  const { tx, locked } = ctx
  const fields = await readFields(ctx.sealer, locked)
  const { capability } = asked
  // The records first, and then the locks of the addresses: all at once on one connection.
  const [records, failedChecks, recipient] = await Promise.all([
    listChallenges(tx, locked.id, capability, recordsMax),
    // A question is answered, and never by a code.
    isToken(capability) ? readFailedChecks(tx, locked, capability) : [],
    chooseRecipient(ctx, fields, channelOf[capability]),
  ])
  if (!recipient) return { kind: 'no-recipient' }
  const now = locked.now.getTime()
  const { messages } = ctx.messaging.tenants.of(locked.tenant)
  const { sendWindow } = messages
  const decision = decideRequest(
    { ...rulesOf(capability), ...messages },
    {
      records: records.map((one) => toSentRecord(one, now)),
      failedChecks,
      sends: recipient.sends,
      now,
      wallNow: locked.wallNow.getTime(),
      // Nobody is woken by an e-mail.
      ...(sendWindow &&
        capability !== 'email-token' && { closedSeconds: secondsUntilOpen(sendWindow, now) }),
    },
  )
  if (decision.kind === 'limit-reached') return decision
  if (decision.kind === 'cooling') {
    const challenge = records.find(({ id }) => id === decision.recordId)
    if (!challenge) throw new Error('the open record is one of those that were read')
    return { kind: 'record', challenge }
  }
  if (capability !== 'email-token' && (await isOverCap(tx, locked, ctx.messaging.tenants)))
    return { kind: 'limit-reached', retryAfterSeconds: overCapSeconds }
  const seconds = asked.spend?.() ?? 0
  if (seconds > 0) return { kind: 'limit-reached', retryAfterSeconds: seconds }
  const [challenge] = await Promise.all([
    open(ctx, { ...asked, recipient }, decision.supersedes),
    recipient.recordUse(),
  ])
  return { kind: 'record', challenge }
}

/** Hours of the day before fall out of what counts as spent, one after the other. */
const overCapSeconds = 3_600

/** More than any window of the limits can hold. */
const recordsMax = 10

type Opening = Asked & { readonly recipient: Recipient }

async function open(
  ctx: InCommit<RequestDeps>,
  { capability, language, recipient }: Opening,
  supersedes: string | undefined,
): Promise<Challenge> {
  const { tx, locked } = ctx
  const { phone, phoneHash, prefixHash, documentHash, heat } = recipient
  const { sealer, messaging } = ctx
  const settings = messaging.tenants.of(locked.tenant).messages
  const senders = messaging.accounts.list(locked, channelOf[capability])
  const id = newId()
  const minutes = ttlMinutes(capability, settings)
  const forMs = minutes * 60_000
  const route = { id, capability, forMs, e164: phone, accounts: senders }
  const tag = await reserveFor(ctx, route)
  const asked = { capability, language, tag, minutes }
  const written = writeContent(messaging, locked.tenant, asked, senders[0])
  const { codeDigits, checksMax, sendsMax } = settings
  const challenge = await openChallenge({ tx, sealer, locked }, await openDataKey(sealer, locked), {
    ...written,
    id,
    capability,
    tag,
    rules: { codeDigits, checksMax, sendsMax },
    expiresAt: locked.now.getTime() + forMs,
    phone,
    phoneHash,
    prefixHash,
    documentHash,
    heat,
  })
  if (supersedes !== undefined) {
    await recordFact(tx, supersedes, { supersededAt: locked.now })
    append(locked, {
      kind: challengeSuperseded,
      module: capability,
      ref: supersedes,
      reason: challenge.id,
    })
  }
  append(locked, {
    kind: challengeOpened,
    module: capability,
    ref: challenge.id,
    reason: heat && explainHeat(heat),
    dueAt: challenge.expiresAt,
  })
  return challenge
}
