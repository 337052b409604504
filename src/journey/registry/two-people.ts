// Publishing by two people: a change of what is live takes effect only when a second person asks for exactly the same.
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { assert } from '#src/platform/assert.ts'
import { type By, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { forgetAsks, isSecond, secondWithinMs } from '#src/platform/two-people/ask.ts'
import type { Named } from './read.ts'
import type { Live, RegistryKind, Share } from './shares.ts'
import { registryAwaited, registryRollouts } from './table.ts'

/** For how long one person alone may bring the previous live version back. */
const backWithinMs = 7 * 86_400_000

export type Change = {
  readonly before: Live
  readonly shares: readonly Share[]
  readonly tag: string
  readonly asked: Pick<Awaited, 'version' | 'percent' | 'shadow' | 'message'>
}

type Asking = {
  readonly sealer: Pick<Sealer, 'hash' | 'hashes'>
  readonly principal: Principal
  readonly requestId: string
  readonly by: string
}

/** Whether a change takes effect now; otherwise it awaits its second person. Throws `person-needed`. */
export async function isAgreed(
  tx: Db,
  named: Named,
  { before, shares, tag, asked }: Change,
  { sealer, principal, requestId, by }: Asking,
): Promise<boolean> {
  const { kind, tenant, name } = named
  const { mode } = principal
  const isShadowAlone = JSON.stringify(before.shares) === JSON.stringify(shares)
  if (isShadowAlone || (await isBack(tx, named, mode, shares))) return true
  const { version, percent, shadow } = asked
  const isGiven = await isSecond(tx, sealer, {
    principal,
    requestId,
    action: `${kind}.rolled-out`,
    object: name,
    // The tag is part of the content, so that an agreement given for another live state does not count.
    content: { version, percent, shadow: shadow ?? null, tag },
  })
  await forgetAwaited(tx, named, mode)
  if (isGiven) return true
  const askedAt = new Date()
  await tx.insert(registryAwaited).values({
    kind,
    tenant,
    mode,
    name,
    version,
    percent,
    shadow: shadow ?? null,
    message: asked.message ?? null,
    by,
    until: new Date(askedAt.getTime() + secondWithinMs),
  })
  return false
}

/** Whether that version had all runs at some time within the last days. */
async function isBack(
  tx: Db,
  { kind, tenant, name }: Named,
  mode: Owner['mode'],
  shares: readonly Share[],
): Promise<boolean> {
  const [share] = shares
  if (!share || share.percent < 100) return false
  const rows = await tx
    .select()
    .from(registryRollouts)
    .where(
      and(
        eq(registryRollouts.kind, kind),
        eq(registryRollouts.tenant, tenant),
        eq(registryRollouts.name, name),
        eq(registryRollouts.mode, mode),
        eq(registryRollouts.percent, 100),
      ),
    )
    .orderBy(desc(registryRollouts.at), desc(registryRollouts.id))
    .limit(50)
  const since = Date.now() - backWithinMs
  // Each version was live until the next one replaced it.
  return rows.some(
    ({ owner, version }, at) =>
      owner === share.owner &&
      version === share.version &&
      (at === 0 || (rows[at - 1]?.at.getTime() ?? 0) > since),
  )
}

export type Awaited = typeof registryAwaited.$inferSelect

/** The changes that await a second person, by name. */
export async function listAwaited(
  db: Db,
  { tenant, mode }: Owner,
  kind: RegistryKind,
): Promise<ReadonlyMap<string, Awaited>> {
  const rows = await db.select().from(registryAwaited).where(isOwn({ tenant, mode }, kind))
  const now = new Date()
  return new Map(rows.filter(({ until }) => until > now).map((one) => [one.name, one]))
}

/**
 * Serialises changes of what is live, so that a refusal and an agreement at the same time are decided one after the
 * other.
 */
export async function lockLive(
  tx: Db,
  { kind, tenant, name }: Named,
  mode: Owner['mode'],
): Promise<void> {
  const key = `registry-live:${kind}:${tenant}:${mode}:${name}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** Refuses the change that awaits its second person; the next request for it counts as the first again. */
export async function refuseAwaited(tx: Db, named: Named, audited: By): Promise<void> {
  const { kind, tenant, name } = named
  const { mode } = audited
  assert(mode, 'what is live is of a mode')
  await lockLive(tx, named, mode)
  const [refused] = await tx
    .delete(registryAwaited)
    .where(and(isOwn({ tenant, mode }, kind), eq(registryAwaited.name, name)))
    .returning()
  if (!refused) return
  await forgetAsks(tx, { tenant, mode }, { action: `${kind}.rolled-out`, object: name })
  const { version, percent } = refused
  await writeAudit(tx, audited, {
    action: `${kind}.roll-out-refused`,
    object: name,
    details: { version, percent },
  })
}

/** Drops the awaiting change after what is live has changed, because it was asked for in another state. */
async function forgetAwaited(tx: Db, { kind, tenant, name }: Named, mode: Owner['mode']) {
  await tx
    .delete(registryAwaited)
    .where(and(isOwn({ tenant, mode }, kind), eq(registryAwaited.name, name)))
  await tx
    .delete(registryAwaited)
    .where(and(isOwn({ tenant, mode }, kind), lt(registryAwaited.until, new Date())))
}

const isOwn = ({ tenant, mode }: Owner, kind: RegistryKind) =>
  and(
    eq(registryAwaited.tenant, tenant),
    eq(registryAwaited.mode, mode),
    eq(registryAwaited.kind, kind),
  )
