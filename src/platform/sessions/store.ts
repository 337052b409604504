import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { type By, byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type SessionRow, sessions } from './table.ts'
import { type Brought, contentOf, hashToken, makeToken, sealContent } from './token.ts'

/** The longest life of a session in seconds, and the longest time without use. */
export const lifeSeconds = 36_000
const idleSeconds = 3_600
/** The most valid sessions of one person. */
const mostOfOne = 10

/** A valid session is neither ended nor expired, and was used within the last hour. */
const isGood = and(
  isNull(sessions.endedAt),
  gt(sessions.expiresAt, sql`clock_timestamp()`),
  gt(sessions.lastUsedAt, sql`clock_timestamp() - make_interval(secs => ${idleSeconds})`),
)

export type NewSession = {
  readonly principal: Principal
  /** A hash of what opens the session, such as a one-time link; it never opens a second one. */
  readonly origin: Buffer
  readonly requestId: string
  readonly brought?: Brought
}

export type Opened = { readonly row: SessionRow; readonly token: string }

/**
 * Undefined if the origin has already opened a session, or the credential names no actor. Ends the oldest sessions
 * beyond ten.
 */
export async function openSession(
  tx: Db,
  sealer: Sealer,
  { principal, origin, requestId, brought = {} }: NewSession,
): Promise<Opened | undefined> {
  const { tenant, mode, actor, issuer, scopes } = principal
  if (actor === undefined || issuer === undefined) return undefined
  // The lock makes the later of two concurrent sign-ins count the earlier one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`session:${actor}`}, 0))`)
  const token = makeToken()
  const place = { id: newId(), tenant }
  const [row] = await tx
    .insert(sessions)
    .values({
      ...place,
      mode,
      actor,
      issuer,
      scopes: [...scopes],
      hash: hashToken(token),
      origin,
      content: sealContent(sealer, token, place, contentOf(principal, brought)),
      expiresAt: sql`clock_timestamp() + make_interval(secs => ${lifeSeconds})`,
    })
    .onConflictDoNothing({ target: sessions.origin })
    .returning()
  if (!row) return undefined
  const by = byCaller(principal, requestId)
  await writeAudit(tx, by, { action: 'session.opened', object: row.id, details: { issuer } })
  await endBeyond(tx, row, by)
  return { row, token }
}

/** Ends the person's least recently used sessions, so that ten are left with the new one. */
async function endBeyond(tx: Db, { actor, id }: SessionRow, by: By): Promise<void> {
  const good = await tx
    .select({ id: sessions.id, tenant: sessions.tenant, mode: sessions.mode })
    .from(sessions)
    .where(and(eq(sessions.actor, actor), isGood))
    .orderBy(asc(sessions.lastUsedAt), asc(sessions.id))
  const others = good.filter((one) => one.id !== id)
  for (const one of others.slice(0, Math.max(0, good.length - mostOfOne)))
    await endSession(tx, one.id, { ...by, tenant: one.tenant, mode: one.mode }, 'too-many')
}

export type Ending = 'signed-out' | 'signed-in-again' | 'too-many' | 'revoked' | 'issuer'

/** Ends a session and writes its audit row; does nothing if it has already ended. */
export async function endSession(tx: Db, id: string, by: By, reason: Ending): Promise<void> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`clock_timestamp()` })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  if (ended.length === 0) return
  const action = reason === 'revoked' ? 'session.revoked' : 'session.ended'
  await writeAudit(tx, by, { action, object: id, details: { reason } })
}

/** The valid sessions of the tokens with these hashes. */
export const findGood = (db: Db, hashes: readonly Buffer[]): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(inArray(sessions.hash, [...hashes]), isGood))

type Owner = { readonly tenant: string; readonly mode: 'sandbox' | 'live' }

const isOf = ({ tenant, mode }: Owner, actor: string | undefined) =>
  and(
    eq(sessions.tenant, tenant),
    eq(sessions.mode, mode),
    actor === undefined ? undefined : eq(sessions.actor, actor),
  )

/** The valid sessions of the owner, or only those of `actor` if it is given. */
export const listGood = (
  db: Db,
  owner: Owner,
  { actor, limit }: { readonly actor?: string | undefined; readonly limit: number },
): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(isOf(owner, actor), isGood))
    .orderBy(desc(sessions.id))
    .limit(limit)

/** A valid session, locked; undefined if it belongs to another person than a given `actor`. */
export async function lockGood(
  tx: Db,
  owner: Owner,
  { id, actor }: { readonly id: string; readonly actor?: string | undefined },
): Promise<SessionRow | undefined> {
  const found = and(eq(sessions.id, id), isOf(owner, actor), isGood)
  const [row] = await tx.select().from(sessions).where(found).for('update')
  return row
}

/** Writes at most once a minute. */
export async function noteUse(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update ${sessions} set last_used_at = clock_timestamp()
    where id = ${id} and last_used_at < clock_timestamp() - interval '1 minute'`)
}

/** Deletes sessions that expired at least a day ago, when their origins can no longer open a session either. */
export async function forgetOldSessions(db: Db): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${sessions} where ctid = any(array(
      select ctid from ${sessions}
      where ${sessions.createdAt} < statement_timestamp() - interval '34 hours'
      limit 1000 for update skip locked)) returning id`)
  return gone.length
}
