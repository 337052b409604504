import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { type By, byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type SessionRow, sessions } from './table.ts'
import { type Brought, contentOf, hashToken, makeToken, sealContent } from './token.ts'

/** The longest life of a session, and how long it may rest. */
export const lifeSeconds = 36_000
const idleSeconds = 3_600
/** How many of one person are good at once. */
const mostOfOne = 10

/** Neither ended nor expired, and used within the last hour. */
const isGood = and(
  isNull(sessions.endedAt),
  gt(sessions.expiresAt, sql`clock_timestamp()`),
  gt(sessions.lastUsedAt, sql`clock_timestamp() - make_interval(secs => ${idleSeconds})`),
)

export type NewSession = {
  readonly principal: Principal
  /** A hash of what it is opened with; the second time that opens nothing. */
  readonly origin: Buffer
  readonly requestId: string
  readonly brought?: Brought
}

export type Opened = { readonly row: SessionRow; readonly token: string }

/** Undefined where the origin has opened a session before, or the credential names nobody. Those beyond ten end. */
export async function openSession(
  tx: Db,
  sealer: Sealer,
  { principal, origin, requestId, brought = {} }: NewSession,
): Promise<Opened | undefined> {
  const { tenant, mode, actor, issuer, scopes } = principal
  if (actor === undefined || issuer === undefined) return undefined
  // The lock makes the second of two sign-ins at once count the first.
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

/** Ends those of the person that have rested longest, so that ten are left with the new one. */
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

/** Ends it with its audit row; nothing where it has ended before. */
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

/** The rows of the tokens with these hashes that are good now. */
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

/** The good ones of the owner, of one person alone where `actor` is given. */
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

/** A good one, locked; undefined for those of others than `actor` where that is given. */
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

/** Deletes those that could have been used a day ago for the last time; none could be opened with their origin since. */
export async function forgetOldSessions(db: Db): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${sessions} where ctid = any(array(
      select ctid from ${sessions}
      where ${sessions.createdAt} < statement_timestamp() - interval '34 hours'
      limit 1000 for update skip locked)) returning id`)
  return gone.length
}
