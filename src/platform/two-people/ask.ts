// Operations that take two people: the first call is recorded without effect, the second, by another person, takes
// effect.
import { and, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import { z } from 'zod'
import { byCaller, writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import { Problem } from '#src/platform/errors.ts'
import { reply } from '#src/platform/http/reply.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { secondAsks } from './table.ts'

/** The answer to the first call. */
export const AwaitingSecond = z.object({ awaiting: z.literal('second') }).meta({
  id: 'AwaitingSecond',
  description: 'It takes two people: nothing has happened yet. Somebody else asks for the same.',
  example: { awaiting: 'second' },
})

export const awaitSecond = () => reply(202, { awaiting: 'second' as const })

/** How long the first call waits for the second. */
export const secondWithinMs = 7 * 86_400_000

export type ApprovalRequest = {
  readonly principal: Principal
  readonly requestId: string
  /** The action, such as `data.hold-lifted`, and the id of its object. */
  readonly action: string
  readonly object: string
  /** The content of the request, as JSON value. */
  readonly content?: unknown
}

type Owner = Pick<Principal, 'tenant' | 'mode'>

const isAbout = ({ tenant, mode }: Owner, action: string, objects: readonly string[]) =>
  and(
    eq(secondAsks.tenant, tenant),
    eq(secondAsks.mode, mode),
    eq(secondAsks.action, action),
    inArray(secondAsks.object, [...objects]),
  )

/**
 * Called in the database transaction of the operation; true for the second person, who must ask for exactly the same.
 * Throws `person-needed` for a credential that is not a signed-in person’s.
 */
export async function isSecond(
  tx: Db,
  sealer: Pick<Sealer, 'hash' | 'hashes'>,
  { principal, requestId, action, object, content }: ApprovalRequest,
): Promise<boolean> {
  const { tenant, mode, person } = principal
  if (person === undefined) throw new Problem('person-needed')
  const parts = ['second', tenant, mode, action, object, JSON.stringify(content ?? null)]
  const now = new Date()
  await tx
    .delete(secondAsks)
    .where(and(eq(secondAsks.tenant, tenant), lt(secondAsks.expiresAt, now)))
  const by = byCaller(principal, requestId)
  const audited = { object, details: { for: action } }
  for (const fingerprint of sealer.hashes(...parts)) {
    // When two second calls are concurrent, only one deletes the row; the other counts as a first call again.
    const given = await tx
      .delete(secondAsks)
      .where(
        and(
          isAbout(principal, action, [object]),
          eq(secondAsks.fingerprint, fingerprint),
          ne(secondAsks.person, person),
        ),
      )
      .returning({ id: secondAsks.id })
    if (given.length === 0) continue
    await writeAudit(tx, by, { action: 'second.given', ...audited })
    return true
  }
  const asked = await tx
    .insert(secondAsks)
    .values({
      id: newId(),
      tenant,
      mode,
      action,
      object,
      fingerprint: sealer.hash(...parts),
      person,
      askedAt: now,
      expiresAt: new Date(now.getTime() + secondWithinMs),
    })
    .onConflictDoNothing()
    .returning({ id: secondAsks.id })
  if (asked.length > 0) await writeAudit(tx, by, { action: 'second.asked', ...audited })
  return false
}

/** Forgets the first person's requests about an object. */
export async function forgetAsks(
  tx: Db,
  owner: Owner,
  { action, object }: Pick<ApprovalRequest, 'action' | 'object'>,
): Promise<void> {
  await tx.delete(secondAsks).where(isAbout(owner, action, [object]))
}

/** The deadlines of the first persons’ requests about these objects, by object. */
export async function listAwaiting(
  db: Db,
  owner: Owner,
  action: string,
  objects: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (objects.length === 0) return new Map()
  const found = await db
    .select({ object: secondAsks.object, until: secondAsks.expiresAt })
    .from(secondAsks)
    .where(and(isAbout(owner, action, objects), gt(secondAsks.expiresAt, new Date())))
    .orderBy(secondAsks.expiresAt)
  return new Map(found.map(({ object, until }) => [object, until]))
}
