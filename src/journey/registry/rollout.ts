// Rolls versions out per tenant and mode: to all new runs or a percentage of them, optionally with a version that is
// evaluated as a shadow.
import type { Db } from '#src/platform/db/client.ts'
import { writeAudit } from '#src/platform/audit/write.ts'
import { newId } from '#src/platform/ids.ts'
import { digestOf } from './digest.ts'
import type { Publisher } from './publish.ts'
import { findLive, findOwner, findVersion, type Named } from './read.ts'
import { forgetLive } from './kept-live.ts'
import { type Live, rollOut } from './shares.ts'
import { registryLive, registryRollouts } from './table.ts'
import { type Change, lockLive } from './two-people.ts'

export type Rollout = {
  readonly version: number
  /** 1 to 100. */
  readonly percent: number
  readonly shadow?: number | undefined
  /** The reason of the roll-out. */
  readonly message?: string | undefined
  /** The ETag that the caller has read; the change is refused if it no longer matches. */
  readonly ifMatch?: string | undefined
}

export type RolledOut =
  | { readonly live: Live }
  /** Nothing has changed: a second person must ask for the same. */
  | { readonly awaiting: true }
  /**
   * `name`, `version`, `shadow`: does not exist; `percent`: no version is left for the other runs; `changed`: `ifMatch`
   * does not match; `endpoint`: the version calls an endpoint that does not exist in this mode.
   */
  | { readonly refused: 'name' | 'version' | 'shadow' | 'percent' | 'changed' | 'endpoint' }

/** The ETag of the live versions, for If-Match. */
export const tagOf = ({ shares, shadow }: Live): string =>
  `"${digestOf({ shares, shadow }).toString('hex').slice(0, 32)}"`

/** Whether a valid change takes effect now, or must await a second person. */
export type Agrees = (tx: Db, change: Change) => Promise<boolean>

/** Applies only to the credential’s own mode, so that a sandbox credential cannot change live runs. */
export async function setLive(
  tx: Db,
  named: Named,
  { version, percent, shadow, message, ifMatch }: Rollout,
  { by, mode, audited, agrees, admits }: Publisher & { readonly agrees?: Agrees | undefined },
): Promise<RolledOut> {
  const { kind, tenant, name } = named
  await lockLive(tx, named, mode)
  const owner = await findOwner(tx, named)
  if (owner === undefined) return { refused: 'name' }
  const ofOwner = { kind, tenant: owner, name }
  const found = await findVersion(tx, ofOwner, version)
  if (!found) return { refused: 'version' }
  // Safe because only objects are published.
  const document = (found.expanded ?? found.document) as object
  if (admits && !(await admits(tx, { tenant, mode }, document))) return { refused: 'endpoint' }
  if (shadow !== undefined && !(await findVersion(tx, ofOwner, shadow)))
    return { refused: 'shadow' }
  const before = await findLive(tx, { tenant, mode }, named)
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== tagOf(before))
    return { refused: 'changed' }
  const shares = rollOut(before.shares, { owner, version, percent })
  if (!shares.some((one) => one.percent >= 100)) return { refused: 'percent' }
  const asked = { version, percent, shadow: shadow ?? null, message: message ?? null }
  if (agrees && !(await agrees(tx, { before, shares, tag: tagOf(before), asked })))
    return { awaiting: true }
  const row = {
    kind,
    tenant,
    mode,
    name,
    shares,
    changedAt: new Date(),
    shadow: shadow === undefined ? null : { owner, version: shadow },
  }
  await tx
    .insert(registryLive)
    .values(row)
    .onConflictDoUpdate({
      target: [registryLive.kind, registryLive.tenant, registryLive.mode, registryLive.name],
      set: { shares, shadow: row.shadow, changedAt: row.changedAt },
    })
  forgetLive()
  const { changedAt: at, shares: _shares, shadow: _shadow, ...about } = row
  const rolledOut = { owner, version, percent, shadow: shadow ?? null, message: message ?? null }
  await tx.insert(registryRollouts).values({ ...about, ...rolledOut, id: newId(), by, at })
  await writeAudit(tx, audited ?? { tenant, mode, actorKind: 'service' }, {
    action: `${kind}.rolled-out`,
    object: name,
    details: {
      version,
      percent,
      ...(shadow !== undefined && { shadow }),
      ...(message !== undefined && { hasMessage: true }),
    },
  })
  return { live: { shares, shadow: row.shadow } }
}
