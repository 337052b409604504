// Stores the endpoints of a tenant.
import { and, asc, eq, sql } from 'drizzle-orm'
import {
  addSecret,
  goodSecrets,
  openOwnKey,
  ownColumn,
  ownKeysOf,
  sealFirstSecret,
} from '#src/journey/receivers/secrets.ts'
import { showSecret } from '#src/journey/receivers/signing.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type EndpointAnswer, healthOf } from './answer-rules.ts'
import type { ChangeEndpoint, CreateEndpoint, ShownEndpoint } from './schema.ts'
import { type Endpoint, endpointKind, endpoints } from './table.ts'

export const endpointsMax = 20
const usualTimeoutMs = 5_000

export const endpointKeys = ownKeysOf(endpointKind, endpoints)

type Headers = Readonly<Record<string, string>>
const headersOf = (sealer: Sealer) => ownColumn<Headers>(sealer, endpointKind, 'headers')

export type Made = { readonly row: Endpoint; readonly secret: string }

/** Why an endpoint cannot be made, if so: asked before it is inserted in the same transaction. */
export async function refusalToMake(
  tx: Db,
  { tenant, mode }: Owner,
  { name }: Pick<CreateEndpoint, 'name'>,
): Promise<'name-taken' | 'limit-reached' | undefined> {
  // The lock makes the second of two concurrent creations count the first.
  const lock = `endpoints:${tenant}:${mode}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const names = (await listEndpoints(tx, { tenant, mode })).map((one) => one.name)
  if (names.includes(name)) return 'name-taken'
  return names.length >= endpointsMax ? 'limit-reached' : undefined
}

export async function insertEndpoint(
  tx: Db,
  sealer: Sealer,
  { tenant, mode }: Owner,
  { name, url, timeoutMs = usualTimeoutMs, headers = {}, description }: CreateEndpoint,
): Promise<Made> {
  const named = { tenant, id: newId() }
  const { key, secret, columns } = await sealFirstSecret(sealer, endpointKind, named)
  const [row] = await tx
    .insert(endpoints)
    .values({
      ...named,
      ...columns,
      mode,
      name,
      url,
      timeoutMs,
      description: description ?? null,
      createdAt: new Date(),
      headers: headersOf(sealer).seal(key, named, headers),
      headerNames: Object.keys(headers),
    })
    .returning()
  if (!row) throw new Error('the insert gave no row')
  return { row, secret: showSecret(secret) }
}

export const listEndpoints = (db: Db, owner: Owner): Promise<Endpoint[]> =>
  db.select().from(endpoints).where(isOf(owner)).orderBy(asc(endpoints.name))

export async function findEndpoint(
  db: Db,
  owner: Owner,
  name: string,
): Promise<Endpoint | undefined> {
  const [row] = await db.select().from(endpoints).where(isOf(owner, name))
  return row
}

/** As the call of a step keeps it; undefined where it is gone. */
export async function findEndpointById(
  db: Db,
  owner: Owner,
  id: string | null,
): Promise<Endpoint | undefined> {
  if (id === null) return undefined
  const [row] = await db
    .select()
    .from(endpoints)
    .where(and(isOf(owner), eq(endpoints.id, id)))
  return row
}

export async function lockEndpoint(
  tx: Db,
  owner: Owner,
  name: string,
): Promise<Endpoint | undefined> {
  const [row] = await tx.select().from(endpoints).where(isOf(owner, name)).for('update')
  return row
}

export async function changeEndpoint(
  tx: Db,
  sealer: Sealer,
  row: Endpoint,
  { url, timeoutMs, headers, description }: ChangeEndpoint,
): Promise<Endpoint> {
  const sealed = headers && {
    headers: headersOf(sealer).seal(await openOwnKey(sealer, endpointKind, row), row, headers),
    headerNames: Object.keys(headers),
  }
  const [changed] = await tx
    .update(endpoints)
    .set({
      // A statement without a change must still set a column.
      id: row.id,
      ...(url !== undefined && { url }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(description !== undefined && { description }),
      ...sealed,
    })
    .where(eq(endpoints.id, row.id))
    .returning()
  if (!changed) throw new Error('a locked endpoint is gone')
  return changed
}

/**
 * Notes what an answer says of the endpoint. Its row is written when that is another thing than before, so that
 * transactions do not queue for it.
 */
export async function noteAnswer(
  tx: Db,
  { id, failingSince, failingCode }: Pick<Endpoint, 'id' | 'failingSince' | 'failingCode'>,
  answer: EndpointAnswer,
): Promise<void> {
  const health = healthOf(answer)
  if (health === 'works' && failingSince !== null) {
    const well = { failingSince: null, failingCode: null }
    await tx.update(endpoints).set(well).where(eq(endpoints.id, id))
  }
  if (health !== 'fault' || !('code' in answer) || answer.code === failingCode) return
  await tx
    .update(endpoints)
    .set({
      failingSince: sql`coalesce(${endpoints.failingSince}, clock_timestamp())`,
      failingCode: answer.code,
    })
    .where(eq(endpoints.id, id))
}

export async function deleteEndpoint(tx: Db, { id }: Endpoint): Promise<void> {
  await tx.delete(endpoints).where(eq(endpoints.id, id))
}

/** Adds a secret. The previous one is good for the overlap, and older ones end. */
export async function rotateSecret(
  tx: Db,
  sealer: Sealer,
  row: Endpoint,
  overlapSeconds: number,
): Promise<Made> {
  const { secret, columns } = await addSecret(sealer, endpointKind, row, overlapSeconds)
  const [changed] = await tx
    .update(endpoints)
    .set(columns)
    .where(eq(endpoints.id, row.id))
    .returning()
  if (!changed) throw new Error('a locked endpoint is gone')
  return { row: changed, secret: showSecret(secret) }
}

/** The headers for a gateway, unsealed. */
export async function readHeaders(sealer: Sealer, row: Endpoint): Promise<Headers> {
  if (row.headerNames.length === 0) return {}
  const key = await openOwnKey(sealer, endpointKind, row)
  return headersOf(sealer).unseal(key, row, row.headers)
}

export const toWire = (row: Endpoint): ShownEndpoint => ({
  name: row.name,
  url: row.url,
  timeoutMs: row.timeoutMs,
  ...(row.description !== null && { description: row.description }),
  mode: row.mode,
  createdAt: row.createdAt.toISOString(),
  ...(row.headerNames.length > 0 && { headerNames: [...row.headerNames] }),
  ...(row.failingSince && { failingSince: row.failingSince.toISOString() }),
  ...(row.failingCode !== null && { failingCode: row.failingCode }),
  secrets: goodSecrets(row.shownSecrets),
})

const isOf = ({ tenant, mode }: Owner, name?: string) =>
  and(
    eq(endpoints.tenant, tenant),
    eq(endpoints.mode, mode),
    name === undefined ? undefined : eq(endpoints.name, name),
  )
