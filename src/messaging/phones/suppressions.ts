// Suppressed numbers and mailboxes: the person opted out, or vendors do not know them. Those that change
// something expect the transaction's row to be locked.
import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Channel } from '#src/messaging/wire/channel.ts'
import type { Db } from '#src/platform/db/client.ts'
import { buildSqlOnce } from '#src/platform/db/prepared.ts'
import { isOneOf, toBytes } from '#src/platform/db/rows.ts'
import { newId } from '#src/platform/ids.ts'
import type { Locked, Owner } from '#src/journey/transaction/locked.ts'
import type { KeyedHash } from './hash.ts'
import { suppressions } from './table.ts'

/** Who says that there is no such recipient; `alone`: the channel has no other account to agree. */
export type InvalidRecipient = { readonly by: string; readonly alone: boolean }

type Address = { readonly channel: Channel; readonly hash: KeyedHash }

type Reason = {
  readonly reason: 'opt-out' | 'recipient'
  readonly until: Date | null
  readonly at?: Date
  readonly said?: InvalidRecipient
}

/**
 * Sends nothing more to the number on the channel; `until` null: until `unsuppress`. What an account says of a
 * recipient counts once another account has said it too, or where it is alone. The sandbox forgets a failure of
 * the number itself, so that a tester sees the same each time.
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
      // Who opted out stays so, whatever a vendor reports of the number afterwards.
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
    // One value: the statement's text must not vary with the number of hash keys.
    sql`${suppressions.phoneHash} = any((${toBytes(hash.all)}::text)::bytea[])`,
  )

/** The person said START at that wall time: it was the number itself that wrote. A later STOP stays. */
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

/** Something has arrived there: whoever said that there is no such recipient was wrong. */
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

/** A mail server says that nobody has that mailbox: no transaction of the tenant writes there for a month. */
export function suppressMailbox(tx: Db, locked: Locked, contactHash: Buffer): Promise<void> {
  const until = new Date(locked.wallNow.getTime() + deadMs)
  const hash = { current: contactHash, all: [contactHash] }
  return suppress(tx, locked, { channel: 'email', hash }, { reason: 'recipient', until })
}

/** Whoever has a mailbox has complained: nothing more of the tenant goes there, until the client lifts it. */
export function suppressComplainer(tx: Db, locked: Locked, contactHash: Buffer): Promise<void> {
  const hash = { current: contactHash, all: [contactHash] }
  return suppress(tx, locked, { channel: 'email', hash }, { reason: 'opt-out', until: null })
}

/** Whether something stops messages there on the channel now. */
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

/** What stops messages to a number now, the newest first. */
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

/** Ends what a vendor said of a number; a person's own opt-out stays. */
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
  // Nobody can take a complaint back by mail: the client does, once its person asks for it.
  if (found.reason === 'opt-out' && found.channel !== 'email') return 'opted-out'
  await tx.delete(suppressions).where(isIt)
  return 'dropped'
}
