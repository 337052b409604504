// Suppressed numbers and mailboxes: the person opted out, or the recipient does not exist. Functions that write expect
// the transaction’s row to be locked.
import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { isOneOf, toBytes } from '#src/platform/db/rows.ts'
import { newId } from '#src/platform/ids.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { KeyedHash } from './hash.ts'
import { suppressions } from './table.ts'

/**
 * The account that reported the recipient as non-existent; `alone`: the channel has no other account that could confirm
 * it.
 */
export type InvalidRecipient = { readonly by: string; readonly alone: boolean }

type Address = { readonly channel: Channel; readonly hash: KeyedHash }

type Reason = {
  readonly reason: 'opt-out' | 'recipient'
  readonly until: Date | null
  readonly at?: Date
  readonly said?: InvalidRecipient
}

/**
 * Stops messages to the number on the channel; `until` null lasts until `unsuppress`. The report of one account takes
 * effect once another account confirms it, or when there is no other. The sandbox does not store failures of a number,
 * so that a tester gets the same result each time.
 */
export async function suppress(
  tx: Db,
  { tenant, mode }: Owner,
  { channel, hash }: Address,
  { reason, until, at, said }: Reason,
): Promise<void> {
  if (mode === 'sandbox' && reason === 'recipient') return
  const hasEnded = sql`${suppressions.until} <= clock_timestamp()`
  await tx
    .insert(suppressions)
    .values({
      id: newId(),
      tenant,
      mode,
      channel,
      phoneHash: hash.current,
      reason,
      since: at ?? sql`clock_timestamp()`,
      until,
      saidBy: said?.by ?? null,
      confirmed: said?.alone ?? true,
    })
    .onConflictDoUpdate({
      target: [
        suppressions.tenant,
        suppressions.mode,
        suppressions.channel,
        suppressions.phoneHash,
      ],
      // An opt-out stays, whatever a vendor later reports about the number.
      set: {
        since: sql`greatest(${suppressions.since}, excluded.since)`,
        reason: sql`case when ${suppressions.reason} = 'opt-out' then 'opt-out' else excluded.reason end`,
        until: sql`case when ${suppressions.until} is null or excluded.until is null then null
          else greatest(${suppressions.until}, excluded.until) end`,
        confirmed: sql`excluded.confirmed or coalesce(not ${hasEnded}, true) and (
          ${suppressions.confirmed} or ${suppressions.saidBy} is distinct from excluded.said_by)`,
        saidBy: sql`excluded.said_by`,
      },
    })
}

const isOf = ({ tenant, mode }: Owner, hash: KeyedHash) =>
  and(
    eq(suppressions.tenant, tenant),
    eq(suppressions.mode, mode),
    // One parameter for all hashes, so that the statement’s text does not vary with the number of hash keys.
    sql`${suppressions.phoneHash} = any((${toBytes(hash.all)}::text)::bytea[])`,
  )

/** The person sent START from the number at that wall time; a later STOP stays. */
export async function unsuppress(
  tx: Db,
  owner: Owner,
  { channel, hash }: Address,
  at?: Date,
): Promise<void> {
  await tx
    .delete(suppressions)
    .where(
      and(isOf(owner, hash), eq(suppressions.channel, channel), at && lte(suppressions.since, at)),
    )
}

/** Lifts a report that the recipient does not exist, because a message has arrived. */
export async function liftRefusal(
  tx: Db,
  { tenant, mode }: Owner,
  channel: Channel,
  phoneHash: Buffer,
): Promise<void> {
  await tx
    .delete(suppressions)
    .where(
      and(
        eq(suppressions.tenant, tenant),
        eq(suppressions.mode, mode),
        eq(suppressions.channel, channel),
        eq(suppressions.phoneHash, phoneHash),
        eq(suppressions.reason, 'recipient'),
      ),
    )
}

const deadMs = 30 * 24 * 60 * 60_000

/** Suppresses a mailbox that a mail server reported as non-existent: the tenant sends nothing to it for a month. */
export function suppressMailbox(tx: Db, locked: Locked, contactHash: Buffer): Promise<void> {
  const until = new Date(locked.wallNow.getTime() + deadMs)
  const hash = { current: contactHash, all: [contactHash] }
  return suppress(tx, locked, { channel: 'email', hash }, { reason: 'recipient', until })
}

/** Suppresses the mailbox of a person who complained, until the client lifts it. */
export function suppressComplainer(tx: Db, locked: Locked, contactHash: Buffer): Promise<void> {
  const hash = { current: contactHash, all: [contactHash] }
  return suppress(tx, locked, { channel: 'email', hash }, { reason: 'opt-out', until: null })
}

/** Whether messages to the recipient on the channel are suppressed now. */
export async function isSuppressed(
  db: Db,
  owner: Owner,
  channel: Channel,
  hash: KeyedHash,
): Promise<boolean> {
  const { tenant, mode } = owner
  const hashes = toBytes(hash.all)
  const found = await suppressionOf(db).execute({ tenant, mode, channel, hashes })
  return found.length > 0
}

const suppressionOf = buildSqlOnce(
  () => sql`
    select 1 from ${suppressions}
    where tenant = ${sql.placeholder('tenant')} and mode = ${sql.placeholder('mode')}
      and channel = ${sql.placeholder('channel')} and confirmed
      and ${isOneOf(suppressions.phoneHash, 'hashes')}
      and (until is null or until > clock_timestamp())
    limit 1`,
)

export type Suppression = {
  readonly id: string
  readonly channel: Channel
  readonly reason: 'opt-out' | 'recipient'
  readonly since: Date
  readonly until: Date | null
}

/** The suppressions in effect for a number, the newest first. */
export async function listSuppressions(
  db: Db,
  owner: Owner,
  hash: KeyedHash,
): Promise<Suppression[]> {
  const { id, channel, reason, since, until } = suppressions
  return db
    .select({ id, channel, reason, since, until })
    .from(suppressions)
    .where(
      and(
        isOf(owner, hash),
        eq(suppressions.confirmed, true),
        or(isNull(until), gt(until, sql`clock_timestamp()`)),
      ),
    )
    .orderBy(desc(since))
}

/** Ends a suppression that a vendor’s report caused; a person’s own opt-out stays. */
export async function dropSuppression(
  tx: Db,
  { tenant, mode }: Owner,
  id: string,
): Promise<'dropped' | 'opted-out' | 'unknown'> {
  const isIt = and(
    eq(suppressions.id, id),
    eq(suppressions.tenant, tenant),
    eq(suppressions.mode, mode),
  )
  const [found] = await tx
    .select({ reason: suppressions.reason, channel: suppressions.channel })
    .from(suppressions)
    .where(isIt)
    .for('update')
  if (!found) return 'unknown'
  // A person cannot withdraw a complaint by mail, so the client may do it on their behalf.
  if (found.reason === 'opt-out' && found.channel !== 'email') return 'opted-out'
  await tx.delete(suppressions).where(isIt)
  return 'dropped'
}
