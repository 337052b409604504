// Publishing: a version is a row that never changes, numbered under a lock of its name.
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { newId } from '#src/ids.ts'
import { digestOf } from './digest.ts'
import { type RegistryKind, service } from './shares.ts'
import { registryAudit, registryLive, registryVersions } from './table.ts'

/** What is published: under a name that each tenant has for itself. */
export type Named = { readonly kind: RegistryKind; readonly tenant: string; readonly name: string }
export type Publisher = { readonly by: string; readonly mode: 'sandbox' | 'live' }

export type Published = {
  readonly version: number
  readonly sha256: string
  readonly isNew: boolean
}

export type Publication = {
  readonly document: object
  /** What runs, where it is more than the document. */
  readonly expanded?: object
  readonly message?: string | undefined
}

/**
 * A document that was published before has the version that it got then; another gets the next. The first
 * version of a name is live at once, in the mode of the credential that published it.
 */
export async function publish(
  tx: Db,
  named: Named,
  { document, expanded, message }: Publication,
  { by, mode }: Publisher,
): Promise<Published> {
  const sha256 = digestOf(document)
  await lockName(tx, named)
  const same = await findSame(tx, named, sha256)
  if (same !== undefined) return { version: same, sha256: sha256.toString('hex'), isNew: false }
  const version = (await newestOf(tx, named)) + 1
  const at = new Date()
  await tx.insert(registryVersions).values({
    ...named,
    version,
    sha256,
    document,
    expanded,
    publishedAt: at,
    publishedBy: by,
    message,
  })
  await tx.insert(registryAudit).values({
    id: newId(),
    ...named,
    mode,
    action: 'published',
    version,
    message,
    by,
    at,
  })
  if (version === 1 && named.tenant !== service)
    await tx.insert(registryLive).values({
      ...named,
      mode,
      shares: [{ owner: named.tenant, version, percent: 100 }],
      changedAt: at,
    })
  return { version, sha256: sha256.toString('hex'), isNew: true }
}

/** What comes with the service, at its start. Throws an Error when the version has another content. */
export async function publishOwn(
  db: Db,
  { kind, name, version }: Omit<Named, 'tenant'> & { readonly version: number },
  { document, expanded }: Publication,
): Promise<void> {
  const sha256 = digestOf(document)
  const named = { kind, tenant: service, name, version }
  await db
    .insert(registryVersions)
    .values({
      ...named,
      sha256,
      document,
      expanded,
      publishedAt: new Date(),
      publishedBy: 'service',
    })
    .onConflictDoNothing()
  const same = await findSame(db, named, sha256)
  if (same !== version)
    throw new Error(
      `${kind} ${name}@${version} was published with another content: a change is a new version`,
    )
}

/** Two who publish one name at once get two versions, one after the other. */
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
