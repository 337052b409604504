// Erases a locked transaction in the caller’s commit, or restricts it while a retention duty applies; the receipt tells
// which.
import type { ErasureDeps } from './deps.ts'
import { type Counts, type KeptBy, sum } from '#src/journey/capabilities/erased.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import { type By, writeAudit } from '#src/platform/audit/write.ts'
import { newId } from '#src/platform/ids.ts'
import type { AtVendor } from '#src/journey/capabilities/remains.ts'
import { dutyUntil } from './rules.ts'
import { type Erasure, findErasureOf, findHold, putErasure, readRelationship } from './store.ts'

type Ctx = InCommit<ErasureDeps>

export type ErasureRequest = {
  readonly because: Erasure['because']
  readonly by: By
}

/**
 * Erases or restricts the transaction; returns the id of the receipt, or `held` when a legal hold forbids it and
 * nothing was done.
 */
export async function askErasure(ctx: Ctx, { because, by }: ErasureRequest): Promise<string> {
  const { tx, locked } = ctx
  if (await findHold(tx, locked)) return 'held'
  const known = await findErasureOf(tx, locked, locked.id)
  // Sandbox data concern no real person, so retention erases them whatever duty applies.
  const isFree = because === 'retention' && locked.mode === 'sandbox'
  const keptBy = isFree ? undefined : await readDuty(ctx)
  if (keptBy && known && locked.restrictedAt !== null) return known.receiptId
  const receiptId = known?.receiptId ?? newId()
  await apply(ctx, { receiptId, because: known?.because ?? because, before: known }, keptBy)
  await writeAudit(tx, by, {
    action: keptBy ? 'data.restricted' : 'data.erased',
    object: receiptId,
    transactionId: locked.id,
    details: { because, ...(keptBy && { class: keptBy.class }) },
  })
  return receiptId
}

type Applied = Pick<Erasure, 'receiptId' | 'because'> & { readonly before?: Erasure | undefined }

/** Applies an erasure despite legal holds, because after a restore it had been decided already. */
export async function apply(
  ctx: Ctx,
  { receiptId, because, before }: Applied,
  keptBy: KeptBy | undefined,
): Promise<void> {
  const { tx, locked, erasing } = ctx
  const vendors = await listAtVendors(ctx)
  const gone = keptBy ? await erasing.restrict(tx, locked, keptBy) : await erasing.erase(tx, locked)
  const { id: transactionId, tenant, mode } = locked
  await putErasure(tx, {
    receiptId,
    transactionId,
    tenant,
    mode,
    because,
    status: keptBy ? 'restricted' : 'running',
    at: new Date(),
    what: addTo(before?.what, gone),
    isPending: true,
    vendors: [...(before?.vendors ?? []), ...vendors],
  })
}

const addTo = (before: Counts | undefined, gone: Counts) => sum([before ?? {}, gone])

/** Undefined when no duty applies now. */
async function readDuty({ tx, locked, tenants }: Ctx): Promise<KeptBy | undefined> {
  const policy = tenants.of(locked.tenant).data
  const relationship = await readRelationship(tx, locked)
  const until = dutyUntil(policy, relationship, locked.createdAt.getTime())
  const duty = policy.duties[relationship.class]
  if (!duty || until <= locked.now.getTime()) return undefined
  return { class: relationship.class, covers: duty.covers }
}

/** Vendors are listed only once: those of a restricted transaction were asked when it was restricted. */
async function listAtVendors(ctx: Ctx): Promise<readonly AtVendor[]> {
  if (ctx.locked.restrictedAt !== null) return []
  const found: AtVendor[] = []
  for (const { listAtVendors: list } of ctx.remains) found.push(...((await list?.(ctx)) ?? []))
  return found
}
