// Reads versions, and which of them is live.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { keepLive } from './kept-live.ts'
import {
  choose,
  type Live,
  type RegistryKind,
  service,
  type Share,
  type VersionRef,
} from './shares.ts'
import { registryLive, registryRollouts, registryVersions } from './table.ts'

export type StoredVersion = typeof registryVersions.$inferSelect

/** Finds a version of one owner. */
export async function findVersion(
  db: Db,
  { kind, tenant, name }: Named,
  version: number,
): Promise<StoredVersion | undefined> {
  const [found] = await db
    .select()
    .from(registryVersions)
    .where(
      and(
        eq(registryVersions.kind, kind),
        eq(registryVersions.tenant, tenant),
        eq(registryVersions.name, name),
        eq(registryVersions.version, version),
      ),
    )
  return found
}

/** Resolves to the owner of the name for a tenant: the tenant itself, else the service. */
export async function findOwner(
  db: Db,
  { kind, tenant, name }: Named,
): Promise<string | undefined> {
  // Plain SQL, because this runs within commits and drizzle would build the query each time.
  const found = await db.execute<{ tenant: string }>(sql`
    select distinct tenant from ${registryVersions}
    where kind = ${kind} and name = ${name} and tenant in (${tenant}, ${service})`)
  const owners = found.map((one) => one.tenant)
  return owners.includes(tenant) ? tenant : owners[0]
}

/** All names that a tenant has, each with its owner. */
export const listOwners = (
  db: Db,
  { kind, tenant }: Pick<Named, 'kind' | 'tenant'>,
): Promise<{ name: string; owner: string }[]> =>
  db.execute<{ name: string; owner: string }>(sql`
    select name, case when bool_or(tenant = ${tenant}) then ${tenant} else ${service} end as owner
    from ${registryVersions} where kind = ${kind} and tenant in (${tenant}, ${service})
    group by name order by name`)

/**
 * The versions that a tenant’s new runs get. The last share is the service’s newest version, unless the tenant’s own
 * shares cover everything.
 */
export async function findLive(
  db: Db,
  { tenant, mode }: Owner,
  { kind, name }: Pick<Named, 'kind' | 'name'>,
): Promise<Live> {
  const [found] = await db.execute<{
    shares: Share[] | null
    shadow: VersionRef | null
    newest: number | null
  }>(sql`
    select live.shares, live.shadow, own.newest
    from (
      select max(version) filter (where tenant = ${service}) as newest from ${registryVersions}
      where kind = ${kind} and tenant in (${service}, ${kind === 'pack' ? tenant : service}) and name = ${name}
      having count(*) filter (where tenant <> ${service}) = 0
    ) own full join (select 1) one on true left join ${registryLive} live
      on live.kind = ${kind} and live.tenant = ${tenant} and live.mode = ${mode} and live.name = ${name}`)
  const { shares, shadow = null, newest } = found ?? {}
  return { shares: withService(shares ?? [], newest ?? undefined), shadow }
}

/** The version that a transaction gets. It stays the same until an earlier share grows. */
export async function findLiveFor(
  db: Db,
  owner: Owner,
  named: Pick<Named, 'kind' | 'name'>,
  transactionId: string,
): Promise<{ readonly version?: VersionRef; readonly shadow?: VersionRef }> {
  const { kind, name } = named
  const key = [kind, owner.tenant, owner.mode, name].join('/')
  const { shares, shadow } = await keepLive(db, key, () => findLive(db, owner, named))
  const version = choose(shares, named.name, transactionId)
  return { ...(version && { version }), ...(shadow && { shadow }) }
}

/** Whether new runs have ever got the version in that mode. Versions of the service always count as live. */
export async function wasLive(
  db: Db,
  { tenant, mode }: Owner,
  { kind, name }: Pick<Named, 'kind' | 'name'>,
  { owner, version }: VersionRef,
): Promise<boolean> {
  if (owner === service) return true
  const found = await db.execute(sql`
    select 1 from ${registryRollouts}
    where kind = ${kind} and tenant = ${tenant} and name = ${name} and mode = ${mode}
      and owner = ${owner} and version = ${version}
    limit 1`)
  return found.length > 0
}

function withService(shares: readonly Share[], newest: number | undefined): Share[] {
  const isWhole = shares.some(({ percent }) => percent >= 100)
  return isWhole || newest === undefined
    ? [...shares]
    : [...shares, { owner: service, version: newest, percent: 100 }]
}

/** The versions that new runs of a tenant can get by its roll-outs. */
export async function listLive(
  db: Db,
  { tenant, mode }: Owner,
  kind: RegistryKind,
): Promise<(VersionRef & { readonly name: string })[]> {
  const rows = await db
    .select({ name: registryLive.name, shares: registryLive.shares })
    .from(registryLive)
    .where(
      and(
        eq(registryLive.kind, kind),
        eq(registryLive.tenant, tenant),
        eq(registryLive.mode, mode),
      ),
    )
  return rows.flatMap(({ name, shares }) =>
    shares.map(({ owner, version }) => ({ owner, version, name })),
  )
}

/** A name as a tenant sees it. */
export type Listed = Live & { readonly name: string; readonly versions: readonly StoredVersion[] }

/** Lists all names in order, or one; a tenant’s own name hides the service’s. */
export async function listNames(
  db: Db,
  { tenant, mode }: Owner,
  kind: RegistryKind,
  name?: string,
): Promise<Listed[]> {
  const [versions, live] = await Promise.all([
    db
      .select()
      .from(registryVersions)
      .where(
        and(
          eq(registryVersions.kind, kind),
          inArray(registryVersions.tenant, [tenant, service]),
          name === undefined ? undefined : eq(registryVersions.name, name),
        ),
      )
      .orderBy(asc(registryVersions.name), asc(registryVersions.version)),
    db
      .select()
      .from(registryLive)
      .where(
        and(
          eq(registryLive.kind, kind),
          eq(registryLive.tenant, tenant),
          eq(registryLive.mode, mode),
          name === undefined ? undefined : eq(registryLive.name, name),
        ),
      ),
  ])
  return [...Map.groupBy(versions, (one) => one.name)].map(([key, all]) => {
    const own = all.filter((one) => one.tenant === tenant)
    const ofService = all.filter((one) => one.tenant === service)
    const row = live.find((one) => one.name === key)
    return {
      name: key,
      versions: own.length > 0 ? own : ofService,
      // A pack of the tenant replaces the service’s of that name; scorecards are shared out between both.
      shares: withService(
        row?.shares ?? [],
        kind === 'pack' && own.length > 0 ? undefined : ofService.at(-1)?.version,
      ),
      shadow: row?.shadow ?? null,
    }
  })
}

/** The key of a published document; each tenant has its own names. */
export type Named = { readonly kind: RegistryKind; readonly tenant: string; readonly name: string }
