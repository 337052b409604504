// Finds the records that an event is about, without locks; they are read again under the lock. An account’s event only
// ever matches records that this account has sent.
import { sql } from 'drizzle-orm'
import { challengeAttempts, challenges } from '#src/messaging/challenges/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { isUuid } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Callback } from '#src/journey/inbox/callback.ts'
import { type FoundRecord, recallFound, rememberFound } from './record-cache.ts'
import {
  findCode,
  ownerOf,
  type Part,
  type Picked,
  pickOptedOut,
  pickRecords,
  possibleAt,
} from './match.ts'
import type { Notice, VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import { readPayload } from '#src/messaging/conversations/replies.ts'
import { isOpenAt, type SentRecord } from '#src/messaging/conversations/open-questions.ts'
import { hexes, listSent } from '#src/messaging/conversations/sent-records.ts'
import { hashReplyRoute, hashUser } from '#src/messaging/conversations/reply-route.ts'
import { readReply } from '#src/messaging/replies/read-reply.ts'

export type MessageCallback = Callback<VendorEvent>

/** Whether the event concerns none of our records. */
const isAboutNoMessage = (event: VendorEvent): event is Notice =>
  event.kind === 'template' || event.kind === 'account'

export type InboundEvent = Extract<VendorEvent, { kind: 'inbound' }>

/** One effect of a callback on one record. */
export type Target = FoundRecord &
  (
    | { readonly what: 'status' }
    /**
     * When `isFirst` is false the reply concerns another record too, and that one handles the messages back to the
     * person.
     */
    | { readonly what: 'reply'; readonly part: Part; readonly isFirst: boolean }
    /** STOP or START, for all owners who wrote to the number from this sender: once per owner. */
    | { readonly what: 'opt-out'; readonly owner: string; readonly isMeant: boolean }
  )

/** Empty when no record matches now. */
export async function locate(db: Db, sealer: Sealer, callback: MessageCallback): Promise<Target[]> {
  const { event } = callback
  if (isAboutNoMessage(event)) return []
  if (event.kind === 'inbound') return locateInbound(db, sealer, callback, event)
  const found =
    event.kind === 'bounce'
      ? await findBounced(db, callback, event.recordId)
      : ((await findRecord(db, callback, event.recordId)) ??
        (await findByMessage(db, sealer, callback, event.providerMsgId)))
  return found ? [{ ...found, what: 'status' }] : []
}

async function locateInbound(
  db: Db,
  sealer: Sealer,
  callback: MessageCallback,
  event: InboundEvent,
): Promise<Target[]> {
  const payload = readPayload(event.payload ?? '')
  if (payload) {
    const found = await findRecord(db, callback, payload.recordId)
    return found ? [toReply(found)] : []
  }
  const wallAt = event.at ?? callback.receivedAt
  const routes = await findRoutes(db, sealer, callback, event)
  const sent = possibleAt(await listSent(db, routes), callback, wallAt)
  const named =
    event.repliesTo === undefined
      ? undefined
      : await findByMessage(db, sealer, callback, event.repliesTo)
  const picked = pickRecords(
    // A reply to a message whose vendor id we do not know yet can only be to an attempt without such an id.
    event.repliesTo === undefined ? sent : sent.filter(({ unnamed }) => unnamed),
    readText(event),
    wallAt,
  )
  const quoted = sent.find(({ recordId }) => recordId === named?.recordId)
  const asked: Picked | undefined = quoted
    ? { record: quoted, part: 'reply', isOpen: isOpenAt(quoted, wallAt) }
    : picked[0]
  if (isOptOut(event, sent, asked)) {
    const owners = pickOptedOut(sent, readText(event), wallAt)
    if (owners.length > 0 || !named) return owners.map((one) => toOptOut(one, asked))
    return [{ ...named, what: 'opt-out', owner: '', isMeant: true }]
  }
  if (named) return [toReply(named)]
  return picked.map(({ record: { recordId, transactionId, tenant }, part }, index) => ({
    ...toReply({ recordId, transactionId, tenant }, part),
    isFirst: index === 0,
  }))
}

const toReply = (found: FoundRecord, part: Part = 'reply') =>
  ({ ...found, what: 'reply', part, isFirst: true }) as const

/** The typed text, or that of the button; some vendors send only the button’s id. */
export const readText = ({ text, payload }: InboundEvent): string => text ?? payload ?? ''

/**
 * Standard options for records whose labels are not known yet: the matched question reads the text again with its own.
 */
const yesOrNo = [
  { option: 1, label: 'Sim' },
  { option: 2, label: 'Não' },
] as const

/** Whether the message is an opt-out or an opt-in. `CANCELAR` is a no where a question is open. */
function isOptOut(
  event: InboundEvent,
  sent: readonly SentRecord[],
  asked: Picked | undefined,
): boolean {
  if (event.form !== undefined) return false
  if (event.wish !== undefined) return true
  const text = readText(event)
  const { meaning } = readReply(
    { kind: 'text', text },
    {
      options: yesOrNo,
      language: asked?.record.language ?? sent[0]?.language ?? 'pt',
      isStrict: false,
      isOpen: asked?.isOpen ?? false,
      code: findCode(sent, text),
    },
  )
  return meaning === 'opt-out' || meaning === 'opt-in'
}

const toOptOut = (record: SentRecord, asked: Picked | undefined): Target => ({
  recordId: record.recordId,
  transactionId: record.transactionId,
  tenant: record.tenant,
  what: 'opt-out',
  owner: ownerOf(record),
  isMeant: asked?.part === 'reply' && asked.record.recordId === record.recordId,
})

/** The members of a `FoundRecord` from the record `c`. */
const foundColumns = sql`c.id as "recordId", c.transaction_id as "transactionId", c.tenant`

/** Finds a record by its own id, if one of the accounts has sent it. */
async function findRecord(
  db: Db,
  { accounts }: MessageCallback,
  id: string | undefined,
): Promise<FoundRecord | undefined> {
  if (id === undefined || !isUuid(id)) return undefined
  const known = recallFound(accounts, id)
  if (known) return known
  const [row] = await recordsOf(db).execute({ asked: JSON.stringify([{ id, accounts }]) })
  return row && foundIn(row)
}

/** Finds the records for status reports that name one; others are left out. */
export async function locateNamed(
  db: Db,
  callbacks: readonly MessageCallback[],
): Promise<ReadonlyMap<MessageCallback, Target>> {
  const named = new Map<MessageCallback, Target>()
  const asked: Asked[] = []
  for (const [at, callback] of callbacks.entries()) {
    const { accounts, event } = callback
    const id = event.kind === 'status' ? event.recordId : undefined
    if (id === undefined || !isUuid(id)) continue
    const known = recallFound(accounts, id)
    if (known) named.set(callback, { ...known, what: 'status' })
    else asked.push({ at, id, accounts })
  }
  if (asked.length === 0) return named
  for (const row of await recordsOf(db).execute({ asked: JSON.stringify(asked) })) {
    const callback = callbacks[row.at]
    if (!callback) continue
    const found = foundIn(row)
    rememberFound(callback.accounts, found)
    named.set(callback, { ...found, what: 'status' })
  }
  return named
}

const foundIn = ({ at: _at, ...found }: FoundRecord & { readonly at: number }): FoundRecord => found

type Asked = { readonly at: number; readonly id: string; readonly accounts: readonly string[] }

/** One parameter for all events, so that the statement’s text does not vary with their number. */
const recordsOf = buildSqlOnce<FoundRecord & { readonly at: number }>(
  () => sql`
    select one.at, record.*
    from jsonb_to_recordset((${sql.placeholder('asked')}::text)::jsonb)
      as one(at int, id uuid, accounts jsonb)
    cross join lateral (
      select ${foundColumns} from ${challenges} c
      where c.id = one.id and exists (
        select from ${challengeAttempts} a
        where a.challenge_id = c.id and one.accounts ? a.account
      )
      -- Each by its key: PostgreSQL takes any list for a hundred, for which it would read the whole of a small table.
      offset 0
    ) record`,
)

/** A bounce signed by an account’s service concerns only mails of that account. */
const findBounced = (db: Db, callback: MessageCallback, id: string) =>
  callback.accounts.length > 0 ? findRecord(db, callback, id) : findMarked(db, id)

/** Finds a record by our own mark, without an account. */
async function findMarked(db: Db, id: string): Promise<FoundRecord | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db.execute<FoundRecord>(
    sql`select ${foundColumns} from ${challenges} c where c.id = ${id}::uuid`,
  )
  return row
}

/** Finds the newest record that one of the accounts has sent under the vendor’s message id. */
async function findByMessage(
  db: Db,
  sealer: Sealer,
  { accounts }: MessageCallback,
  providerMsgId: string,
): Promise<FoundRecord | undefined> {
  const sent = accounts.flatMap((account) =>
    sealer
      .hashes('provider-message', account, providerMsgId)
      .map((hash) => ({ account, hash: hash.toString('hex') })),
  )
  const [row] = await db.execute<FoundRecord>(sql`
    select ${foundColumns}
    from jsonb_to_recordset((${JSON.stringify(sent)}::text)::jsonb) as one(account text, hash text)
    join ${challengeAttempts} a on a.account = one.account and a.message_hash = decode(one.hash, 'hex')
    join ${challenges} c on c.id = a.challenge_id
    order by a.claimed_at desc limit 1`)
  return row
}

/**
 * The hashes that find the messages to the sender of a reply: that of the number, or, where it is hidden, those of the
 * numbers that reports have linked to this person.
 */
async function findRoutes(
  db: Db,
  sealer: Sealer,
  { accounts }: MessageCallback,
  { from, userId }: InboundEvent,
): Promise<readonly Buffer[]> {
  if (isNumber(from))
    return accounts.flatMap((account) => hashReplyRoute(sealer, account, from).all)
  if (userId === undefined) return []
  const users = accounts.flatMap((account) => hashUser(sealer, account, userId).all)
  const rows = await db.execute<{ reply_hash: Buffer }>(sql`
    select distinct reply_hash from ${challengeAttempts}
    where reply_hash is not null and user_hash in (${hexes(users)})`)
  return rows.map(({ reply_hash: hash }) => Buffer.from(hash))
}

/** False for a person who hides the number behind a user name: the vendor then gives an id. */
export const isNumber = (from: string): boolean => /^\+\d{8,15}$/.test(from)
