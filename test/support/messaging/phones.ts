// Inserts the history of phone numbers before a test: records, attempts and uses.
import { randomBytes } from 'node:crypto'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import { type ChallengeKind, channelOf } from '#src/messaging/wire/channel.ts'
import { heatOf, noEvidence } from '#src/messaging/phones/heat.ts'
import { listCandidates } from '#src/messaging/phones/candidates.ts'
import { hashDocument, hashPhone, hashPrefix, recordUse } from '#src/messaging/phones/store.ts'
import { rankPhones } from '#src/messaging/requests/choice/rank.ts'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { FailureClass } from '#src/messaging/challenges/vendor-events.ts'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type Locked, openDataKey, type Owner } from '#src/journey/transaction/locked.ts'
import { CreateTransaction } from '#src/journey/transaction/schema.ts'
import { createTransaction } from '#src/journey/lifecycle/create.ts'
import { lockById, readFields } from '#src/journey/transaction/store.ts'

/** A Brazilian mobile number in its parts; `last` is added to its last digits. */
export const brazilian = (last: number, rest: object = {}) => ({
  countryCode: 55,
  areaCode: 11,
  number: 980_000_000 + last,
  ...rest,
})

export const e164Of = (last: number) => `+5511${980_000_000 + last}`

export const acme: Owner = { tenant: 'acme', mode: 'sandbox' }

/** Creates a transaction with these numbers, `phone` first; resolves to its id. */
export async function createWithPhones(
  db: Db,
  sealer: Sealer,
  [phone, ...phones]: readonly object[],
  { owner = acme, document = '52998224725' }: { owner?: Owner; document?: string } = {},
): Promise<string> {
  const body = { documentType: 'CPF', document, ...(phone && { phone }), phones }
  const fields = CreateTransaction.parse(body)
  const { id } = await db.transaction((tx) =>
    createTransaction(tx, sealer, { ...owner, client: 'app' }, fields),
  )
  return id
}

/** Works under the transaction’s lock, in a commit of its own. */
export function underLock<T>(
  db: Db,
  id: string,
  work: (tx: Db, locked: Locked) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const locked = await lockById(tx, id)
    if (!locked) throw new Error('the transaction is there')
    return work(tx, locked)
  })
}

export const rank = (db: Db, sealer: Sealer, id: string, channel: Channel = 'sms') =>
  underLock(db, id, async (tx, locked) =>
    rankPhones({ tx, sealer, locked }, await readFields(sealer, locked), channel),
  )

type Tried = {
  readonly e164: string
  /** Milliseconds before now. */
  readonly failedAgoMs?: number
  readonly failureClass?: FailureClass
}

export type Past = {
  readonly challengeKind?: ChallengeKind
  /** The attempts in order; the first one is to the record’s own number. */
  readonly tried: readonly Tried[]
  readonly agoMs: number
  readonly delivered?: boolean
  readonly read?: boolean
  readonly replied?: boolean
}

/** Inserts a record that was opened `agoMs` before now and got its facts at once. */
export function keepRecord(db: Db, sealer: Sealer, id: string, past: Past): Promise<string> {
  return underLock(db, id, async (tx, locked) => {
    const { challengeKind = 'sms-2fa', tried, agoMs } = past
    const [first] = tried
    if (!first) throw new Error('a record has a number')
    const fields = await readFields(sealer, locked)
    const key = await openDataKey(sealer, locked)
    const ref = idOf(locked.wallNow.getTime() - agoMs)
    const before = (clock: Date, ms: number) => new Date(clock.getTime() - ms)
    const at = before(locked.now, agoMs)
    const seal = (table: string, rowId: string, value: unknown) =>
      sealer.seal(
        key,
        { tenant: locked.tenant, transaction: id, table, column: 'any', rowId },
        value,
      )
    const [candidate] = listCandidates({ phone: brazilian(0) })
    if (!candidate) throw new Error('the number is eligible')
    await tx.insert(challenges).values({
      id: ref,
      transactionId: id,
      tenant: locked.tenant,
      mode: locked.mode,
      challengeKind,
      channel: channelOf[challengeKind],
      createdAt: at,
      expiresAt: new Date(at.getTime() + 600_000),
      wallCreatedAt: before(locked.wallNow, agoMs),
      phone: seal('challenge', ref, first.e164),
      contactHash: hashPhone(sealer, locked, first.e164).current,
      prefixHash: hashPrefix(sealer, locked, first.e164).current,
      documentHash: hashDocument(sealer, locked, fields).current,
      heat: heatOf(candidate, noEvidence, 0),
      content: seal('challenge', ref, {}),
      language: 'pt',
      nonce: randomBytes(12).toString('base64url'),
      rules: { codeDigits: 6, checksMax: 5, sendsMax: 3 },
      ...(past.delivered && { deliveredAt: at }),
      ...(past.read && { readAt: at }),
      ...(past.replied && { repliedAt: at, replyOption: 1 }),
    })
    for (const [index, { e164, failedAgoMs, failureClass }] of tried.entries())
      await tx.insert(challengeAttempts).values({
        id: newId(),
        challengeId: ref,
        attempt: index + 1,
        account: 'sandbox-sms',
        sender: '+5511912340000',
        phone: seal('challenge_attempt', ref, e164),
        contactHash: hashPhone(sealer, locked, e164).current,
        replyHash: randomBytes(32),
        source: 'phone',
        claimedAt: before(locked.wallNow, agoMs),
        outcome: 'accepted',
        ...(failedAgoMs !== undefined && { failedAt: before(locked.now, failedAgoMs) }),
        ...(failureClass && { failureClass }),
      })
    return ref
  })
}

/** A new id (UUIDv7) with that time as its prefix. */
function idOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

/** Records that the transaction named a number `agoMs` before now. */
export function keepUse(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  id: string,
  e164: string,
  agoMs: number,
) {
  return underLock(db, id, async (tx, locked) => {
    const then = { ...locked, wallNow: new Date(locked.wallNow.getTime() - agoMs) }
    const document = hashDocument(sealer, locked, await readFields(sealer, locked))
    await recordUse(tx, then, [hashPhone(sealer, locked, e164)], document)
  })
}
