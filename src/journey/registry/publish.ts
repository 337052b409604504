// Publishes versions: immutable rows, numbered under a lock of their name.
import { findLive, findVersion, type Named } from './read.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { type By, writeAudit } from '#src/platform/audit/write.ts'
import { forgetLive } from './kept-live.ts'
import { digestOf } from './digest.ts'
import { service } from './shares.ts'
import { Problem } from '#src/platform/errors.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { newId } from '#src/platform/ids.ts'
import { registryLive, registryRollouts, registryVersions } from './table.ts'

/** Decides whether `document`, in its expanded form, may run in the mode. */
export type Admits = (tx: Db, owner: Owner, document: object) => Promise<boolean>

export type Publisher = {
  readonly by: string
  /** The actor for the audit log. */
  readonly audited?: By
  readonly mode: 'sandbox' | 'live'
  /** Whether the first version of a name becomes live at once. */
  readonly mayRollOut?: boolean
  /** Whether new runs of a document can be made in that mode. */
  readonly admits?: Admits
}

/** The tenants that get new versions of the service's documents only when two people agree. */
type Holding = { readonly holding?: readonly string[] }

/** The service’s own documents apply to both modes. */
const byService = { by: 'service', mode: null, mayRollOut: false } as const

export type Published = {
  readonly version: number
  readonly sha256: string
  readonly isNew: boolean
}

export type Publication = {
  readonly document: object
  /** The document as it is executed, if includes were expanded. */
  readonly expanded?: object
  /** The test cases of the document, which have passed. */
  readonly cases?: object | undefined
  readonly message?: string | undefined
}

/** The name belongs to the service, and the tenant has no document of its own by it. */
export class NameReserved extends Error {
  override readonly name = 'NameReserved'
}

/**
 * A document that was published before keeps its version; a new one gets the next number. The first version of a
 * tenant’s name becomes live at once, in the mode of the publishing credential, if that credential may roll out. Throws
 * `NameReserved`, or `endpoint-missing` if a version that would become live calls an endpoint that is not there.
 */
export async function publish(
  tx: Db,
  named: Named,
  publication: Publication,
  { by, mode, mayRollOut, holding = [], ...who }: (Publisher | typeof byService) & Holding,
): Promise<Published> {
  await lockName(tx, named)
  if (await isReserved(tx, named)) throw new NameReserved()
  const sha256 = digestOf(publication.document)
  const same = await findSame(tx, named, sha256)
  const version = same ?? (await newestOf(tx, named)) + 1
  const written = { ...named, version, sha256, at: new Date(), by, ...auditedBy(who) }
  const isNew = same === undefined
  if (isNew) await holdLive(tx, named, holding)
  if (isNew) await insertVersion(tx, written, publication)
  else await replaceCases(tx, written, publication)
  if (isNew && version === 1 && mode !== null && mayRollOut) {
    const { document, expanded = document } = publication
    const owner = { tenant: named.tenant, mode }
    const isAdmitted = !('admits' in who && who.admits) || (await who.admits(tx, owner, expanded))
    if (!isAdmitted) throw new Problem('endpoint-missing')
    await makeLive(tx, named, mode, written)
  }
  return { version, sha256: sha256.toString('hex'), isNew }
}

/** Replaces a roll-out of the service’s document with the same name. */
async function makeLive(
  tx: Db,
  named: Named,
  mode: Publisher['mode'],
  { by, at: changedAt }: Pick<Written, 'by' | 'at'>,
): Promise<void> {
  const shares = [{ owner: named.tenant, version: 1, percent: 100 }]
  await tx
    .insert(registryLive)
    .values({ ...named, mode, shares, changedAt })
    .onConflictDoUpdate({
      target: [registryLive.kind, registryLive.tenant, registryLive.mode, registryLive.name],
      set: { shares, shadow: null, changedAt },
    })
  const rolledOut = { owner: named.tenant, version: 1, percent: 100, by, at: changedAt }
  await tx.insert(registryRollouts).values({ ...named, ...rolledOut, id: newId(), mode })
}

/** Stores the present live version for each tenant, so that the new one does not become live automatically. */
async function holdLive(
  tx: Db,
  { kind, name }: Pick<Named, 'kind' | 'name'>,
  tenants: readonly string[],
): Promise<void> {
  for (const tenant of tenants)
    for (const mode of ['sandbox', 'live'] as const) {
      const { shares, shadow } = await findLive(tx, { tenant, mode }, { kind, name })
      if (shares.length === 0) continue
      const row = { kind, tenant, mode, name, shares, shadow, changedAt: new Date() }
      await tx
        .insert(registryLive)
        .values(row)
        .onConflictDoUpdate({
          target: [registryLive.kind, registryLive.tenant, registryLive.mode, registryLive.name],
          set: { shares },
        })
    }
}

async function isReserved(tx: Db, { kind, tenant, name }: Named): Promise<boolean> {
  if (tenant === service) return false
  const found = await tx.execute<{ tenant: string }>(sql`
    select distinct tenant from ${registryVersions}
    where kind = ${kind} and name = ${name} and tenant in (${tenant}, ${service})`)
  const isOwn = found.some((one) => one.tenant === tenant)
  return !isOwn && (name === 'service' || found.length > 0)
}

/** Publishes a file of the service at the start; changed content becomes the next version. */
export const publishFile = (
  db: Db,
  { kind, name }: Pick<Named, 'kind' | 'name'>,
  publication: Publication,
  holding: readonly string[] = [],
): Promise<Published> =>
  db.transaction((tx) =>
    publish(tx, { kind, tenant: service, name }, publication, { ...byService, holding }),
  )

/** Publishes a document of the service at the start. Throws an Error if the version exists with other content. */
export async function publishOwn(
  db: Db,
  { kind, name, version }: Pick<Named, 'kind' | 'name'> & { readonly version: number },
  publication: Publication,
  holding: readonly string[] = [],
): Promise<void> {
  const sha256 = digestOf(publication.document)
  const named = { kind, tenant: service, name }
  const written = { ...named, version, sha256, at: new Date(), by: byService.by, ...auditedBy({}) }
  // The version exists at nearly every start, and then no lock is needed.
  if ((await findSame(db, named, sha256)) === version) return replaceCases(db, written, publication)
  await db.transaction(async (tx) => {
    await lockName(tx, named)
    const same = await findSame(tx, named, sha256)
    if (same === version) return
    if (same !== undefined || (await findVersion(tx, named, version)))
      throw new Error(
        `${kind} ${name}@${version} was published with another content: a change is a new version`,
      )
    await holdLive(tx, { kind, name }, holding)
    await insertVersion(tx, written, publication)
  })
}

type Written = Named & {
  readonly version: number
  readonly sha256: Buffer
  readonly at: Date
  readonly by: string
  readonly audited: By
}

async function insertVersion(
  tx: Db,
  { sha256, at, by, ...written }: Written,
  { document, expanded, cases, message }: Publication,
): Promise<void> {
  forgetLive()
  const { audited: _audited, ...version } = written
  const stored = { sha256, document, expanded, cases, message, publishedAt: at, publishedBy: by }
  await tx.insert(registryVersions).values({ ...version, ...stored })
  await auditVersion(tx, written, 'published', message)
}

async function replaceCases(
  tx: Db,
  { sha256, ...written }: Written,
  { cases, message }: Publication,
): Promise<void> {
  if (cases === undefined) return
  const json = JSON.stringify(cases)
  const replaced = await tx
    .update(registryVersions)
    .set({ cases })
    .where(
      and(
        isOf(written),
        eq(registryVersions.sha256, sha256),
        sql`${registryVersions.cases} is distinct from ${json}::text::jsonb`,
      ),
    )
    .returning({ version: registryVersions.version })
  if (replaced.length === 0) return
  await auditVersion(tx, written, 'cases-replaced', message)
}

/** Documents of the service are audited with the service as the actor. */
const auditedBy = ({ audited }: { readonly audited?: By }): { readonly audited: By } => ({
  audited: audited ?? { tenant: service, mode: null, actorKind: 'service' },
})

/**
 * The object of the audit row holds only the name in lower-case letters, digits and hyphens; the message is stored with
 * the version.
 */
async function auditVersion(
  tx: Db,
  { kind, name, version, audited }: Pick<Written, 'kind' | 'name' | 'version' | 'audited'>,
  what: 'published' | 'cases-replaced',
  message: string | undefined,
): Promise<void> {
  const details = { version, ...(message !== undefined && { hasMessage: true }) }
  await writeAudit(tx, audited, { action: `${kind}.${what}`, object: name, details })
}

/** Serialises concurrent publications of one name, so that each gets its own version. */
async function lockName(tx: Db, { kind, tenant, name }: Named): Promise<void> {
  const key = `registry:${kind}:${tenant}:${name}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

const isOf = ({ kind, tenant, name }: Named) =>
  and(
    eq(registryVersions.kind, kind),
    eq(registryVersions.tenant, tenant),
    eq(registryVersions.name, name),
  )

async function findSame(db: Db, named: Named, sha256: Buffer): Promise<number | undefined> {
  const [found] = await db
    .select({ version: registryVersions.version })
    .from(registryVersions)
    .where(and(isOf(named), eq(registryVersions.sha256, sha256)))
  return found?.version
}

async function newestOf(db: Db, named: Named): Promise<number> {
  const [found] = await db
    .select({ newest: sql<number>`coalesce(max(${registryVersions.version}), 0)` })
    .from(registryVersions)
    .where(isOf(named))
  return Number(found?.newest ?? 0)
}
