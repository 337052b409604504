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

/** A version of one owner. */
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

/** Whose the name is for a tenant: its own, else the service's. */
export async function findOwner(
  db: Db,
  { kind, tenant, name }: Named,
): Promise<string | undefined> {
  // Asked within commits, where drizzle would build it anew each time.
  const found = await db.execute<{ tenant: string }>(sql`
    select distinct tenant from ${registryVersions}
    where kind = ${kind} and name = ${name} and tenant in (${tenant}, ${service})`)
  const owners = found.map((one) => one.tenant)
  return owners.includes(tenant) ? tenant : owners[0]
}

/** What a tenant's new runs get; the last share is what the service brings, where the tenant's own leave any. */
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

/** Which version a transaction gets: the same one as long as no share before it grows. */
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

/** Whether new runs have ever got it in that mode. What comes with the service is live by itself. */
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

/** A name as a tenant sees it. */
export type Listed = Live & { readonly name: string; readonly versions: readonly StoredVersion[] }

/** All names, or one, in their order; a tenant's own hides the service's of the same name. */
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
      // A tenant that has a pack of that name is not offered the service's; scorecards are shared out between both.
      shares: withService(
        row?.shares ?? [],
        kind === 'pack' && own.length > 0 ? undefined : ofService.at(-1)?.version,
      ),
      shadow: row?.shadow ?? null,
    }
  })
}

/** What is published: under a name that each tenant has for itself. */
export type Named = { readonly kind: RegistryKind; readonly tenant: string; readonly name: string }
