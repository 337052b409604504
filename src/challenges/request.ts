// A request for a message: which number gets it, or why none, inside the caller's commit.
import type { Db } from '#src/db/client.ts'
import type { Rate } from '#src/rate-limit/bucket.ts'
import { leaseFrom } from '#src/rate-limit/rate-limit.ts'
import { append } from '#src/journal/append.ts'
import type { NewEntry } from '#src/journal/entry.ts'
import type { Sealer } from '#src/seal/sealer.ts'
import { type Locked, openDataKey } from '#src/transaction/locked.ts'
import { readFields } from '#src/transaction/store.ts'
import { type Capability, channelOf } from './challenge.ts'
import type { Templates } from '#src/messages/content.ts'
import { explainHeat } from '#src/phones/heat.ts'
import type { Language } from '#src/messages/language.ts'
import { decideSending, type SentRecord } from './limits.ts'
import type { CountryCode } from '#src/phones/candidates.ts'
import {
  type ChosenPhone,
  hashDocument,
  hashPrefix,
  rankPhones,
  readPhoneSends,
  recordUse,
} from '#src/phones/store.ts'
import type { MessagingAccounts } from './port.ts'
import { settings } from './settings.ts'
import { isOpen, isReplaceable } from './status.ts'
import {
  type Challenge,
  listChallenges,
  openChallenge,
  readFailedChecks,
  recordFact,
} from './store.ts'
import { sendBuckets } from './table.ts'
import { pickTag } from './reply-code.ts'

/** What a deployment decides of its messages. */
export type Messaging = {
  readonly accounts: MessagingAccounts
  readonly templates: Templates
  /** Records a second of one tenant, and how many may come at once. */
  readonly sendRate: Rate
  /** Whose numbers get messages; Brazil's alone where nothing is said. */
  readonly countries?: readonly CountryCode[]
}

type Asked = { readonly capability: Capability; readonly language: Language }

type Requested =
  | { readonly kind: 'record'; readonly challenge: Challenge }
  | { readonly kind: 'no-phone' }
  | { readonly kind: 'limit-reached'; readonly retryAfterSeconds: number }

const minute = 60_000

/** Opens a record, or gives the one that is open inside the cool-down, or says why not. */
export async function requestChallenge(
  tx: Db,
  sealer: Sealer,
  messaging: Messaging,
  locked: Locked,
  asked: Asked,
): Promise<Requested> {
  const fields = await readFields(sealer, locked)
  const { capability } = asked
  const channel = channelOf[capability]
  // The records first, and then the locks of the numbers: both at once on one connection.
  const [records, failedChecks, { ranked }] = await Promise.all([
    listChallenges(tx, locked.id, capability, recordsMax),
    // A question is answered, and never by a code.
    capability === 'sms-token' ? readFailedChecks(tx, locked, capability) : [],
    rankPhones(tx, sealer, locked, fields, channel, messaging.countries),
  ])
  const [chosen] = ranked
  if (!chosen) return { kind: 'no-phone' }
  const sends = await readPhoneSends(tx, chosen.hash, locked.wallNow)
  const decision = decide({ records, failedChecks, phoneSends: sends }, locked)
  if (decision.kind === 'limit-reached') return decision
  if (decision.kind === 'cooling') {
    const challenge = records.find(({ id }) => id === decision.recordId)
    if (!challenge) throw new Error('the open record is one of those that were read')
    return { kind: 'record', challenge }
  }
  const seconds = await takeFromBucket(tx, locked, messaging.sendRate)
  if (seconds > 0) return { kind: 'limit-reached', retryAfterSeconds: seconds }
  const document = hashDocument(sealer, locked, fields)
  const named = ranked.map(({ hash }) => hash)
  const opening = { ...asked, chosen, documentHash: document.current }
  const [challenge] = await Promise.all([
    open(tx, sealer, messaging, locked, opening, decision.supersedes),
    recordUse(tx, locked, named, document),
  ])
  return { kind: 'record', challenge }
}

/** More than any window of the limits can hold. */
const recordsMax = 10

/** Of the hottest number alone: over its limit no other one is tried (decisions, section 4). */
function decide(
  {
    records,
    failedChecks,
    phoneSends,
  }: {
    records: readonly Challenge[]
    failedChecks: readonly number[]
    phoneSends: readonly number[]
  },
  locked: Pick<Locked, 'now' | 'wallNow'>,
) {
  const now = locked.now.getTime()
  const toPhone = { times: phoneSends, now: locked.wallNow.getTime() }
  return decideSending(settings, {
    records: records.map((one) => toSentRecord(one, now)),
    failedChecks,
    now,
    quotas: [
      { ...toPhone, max: settings.phoneTenMinutesMax, windowMs: 10 * minute },
      { ...toPhone, max: settings.phoneDayMax, windowMs: 24 * 60 * minute },
    ],
  })
}

const toSentRecord = (one: Challenge, now: number): SentRecord => ({
  id: one.id,
  createdAt: one.createdAt,
  open: isOpen(one, now),
  replaceable: isReplaceable(one, now),
})

/** Last of the limits: its row is held to the end of the commit. Seconds to wait, or 0. */
async function takeFromBucket(tx: Db, locked: Locked, rate: Rate): Promise<number> {
  const { granted, tokens } = await leaseFrom(tx, rate, 1, sendBuckets)(locked)
  return granted > 0 ? 0 : Math.max(1, Math.ceil((1 - tokens) / rate.perSecond))
}

type Opening = Asked & { readonly chosen: ChosenPhone; readonly documentHash: Buffer }

async function open(
  tx: Db,
  sealer: Sealer,
  { accounts, templates }: Messaging,
  locked: Locked,
  { capability, language, chosen, documentHash }: Opening,
  supersedes: string | undefined,
): Promise<Challenge> {
  const { e164 } = chosen.candidate
  const senders = accounts.list(locked, channelOf[capability])
  // The code of a token is typed into the client's own form: nobody answers the message.
  const tag =
    capability === 'sms-token' ? null : await pickTag(tx, sealer, senders, e164, locked.wallNow)
  const challenge = await openChallenge(tx, sealer, locked, await openDataKey(sealer, locked), {
    capability,
    language,
    tag,
    documentHash,
    phone: e164,
    phoneHash: chosen.hash.current,
    prefixHash: hashPrefix(sealer, locked, e164).current,
    heat: chosen.heat,
    content: templates.write(locked.tenant, capability, language, tag),
  })
  const entries: NewEntry[] = [
    {
      kind: 'challenge-opened',
      module: capability,
      ref: challenge.id,
      reason: explainHeat(chosen.heat),
      dueAt: challenge.expiresAt,
    },
  ]
  if (supersedes !== undefined) {
    await recordFact(tx, supersedes, { supersededAt: locked.now })
    entries.unshift({
      kind: 'challenge-superseded',
      module: capability,
      ref: supersedes,
      reason: challenge.id,
    })
  }
  await append(tx, locked, entries)
  return challenge
}
