// Stores the endpoints of a tenant.
import { eq, sql } from 'drizzle-orm'
import { goodSecrets, ownColumn } from '#src/journey/receivers/secrets.ts'
import { type Made, receiverStore } from '#src/journey/receivers/store.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { type EndpointAnswer, healthOf } from './answer-rules.ts'
import type { ChangeEndpoint, CreateEndpoint, ShownEndpoint } from './schema.ts'
import { type Endpoint, endpointKind, endpoints } from './table.ts'

const usualTimeoutMs = 5_000

export const endpointStore = receiverStore<Endpoint>(endpointKind, endpoints, endpoints.name)

export const findEndpoint = endpointStore.find

type Headers = Readonly<Record<string, string>>
const headersOf = (sealer: Sealer) => ownColumn<Headers>(sealer, endpointKind, 'headers')

/** Why an endpoint cannot be created, or undefined; read in the transaction that inserts it. */
export async function refusalToMake(
  tx: Db,
  owner: Owner,
  { name }: Pick<CreateEndpoint, 'name'>,
): Promise<'name-taken' | 'limit-reached' | undefined> {
  const isFull = await endpointStore.isFull(tx, owner)
  if (await findEndpoint(tx, owner, name)) return 'name-taken'
  return isFull ? 'limit-reached' : undefined
}

export const insertEndpoint = (
  tx: Db,
  sealer: Sealer,
  owner: Owner,
  { name, url, timeoutMs = usualTimeoutMs, headers = {}, description }: CreateEndpoint,
): Promise<Made<Endpoint>> =>
  endpointStore.insert(tx, sealer, owner, (named, key) => ({
    name,
    url,
    timeoutMs,
    description: description ?? null,
    headers: headersOf(sealer).seal(key, named, headers),
    headerNames: Object.keys(headers),
  }))

/** Finds the endpoint by the id that a step's call keeps; undefined when it was deleted. */
export async function findEndpointById(
  db: Db,
  { tenant, mode }: Owner,
  id: string | null,
): Promise<Endpoint | undefined> {
  if (id === null) return undefined
  const [row] = await db.select().from(endpoints).where(eq(endpoints.id, id))
  return row?.tenant === tenant && row.mode === mode ? row : undefined
}

export async function changeEndpoint(
  tx: Db,
  sealer: Sealer,
  row: Endpoint,
  { url, timeoutMs, headers, description }: ChangeEndpoint,
): Promise<Endpoint> {
  const sealed = headers && {
    headers: headersOf(sealer).seal(await endpointStore.openKey(sealer, row), row, headers),
    headerNames: Object.keys(headers),
  }
  return endpointStore.update(tx, row, {
    ...(url !== undefined && { url }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(description !== undefined && { description }),
    ...sealed,
  })
}

/**
 * Notes whether the endpoint works or fails. Its row is written only when that has changed, so that transactions do not
 * queue for it.
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

/** The headers for a gateway, unsealed. */
export async function readHeaders(sealer: Sealer, row: Endpoint): Promise<Headers> {
  if (row.headerNames.length === 0) return {}
  const key = await endpointStore.openKey(sealer, row)
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
