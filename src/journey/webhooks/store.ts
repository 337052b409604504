// Stores the endpoints of a tenant.
import { and, asc, eq, sql } from 'drizzle-orm'
import { endedBefore } from '#src/journey/events/read.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { ChangeWebhook, CreateWebhook, Webhook } from './schema.ts'
import {
  addSecret,
  goodSecrets,
  ownKeysOf,
  sealFirstSecret,
} from '#src/journey/receivers/secrets.ts'
import { showSecret } from '#src/journey/receivers/signing.ts'
import { type Endpoint, webhookEndpoints, webhookKind } from './table.ts'

export const webhookKeys = ownKeysOf(webhookKind, webhookEndpoints)

export const endpointsMax = 20

/** Greater than any id, so that the cursor is after all events of its commit. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export type Made = { readonly row: Endpoint; readonly secret: string }

/**
 * Undefined when the owner has the most endpoints already. The endpoint gets the events of commits that end from now
 * on.
 */
export async function insertEndpoint(
  tx: Db,
  sealer: Sealer,
  { tenant, mode }: Owner,
  { url, types, description }: CreateWebhook,
): Promise<Made | undefined> {
  // The lock makes the second of two concurrent creations count the first.
  const key = `webhooks:${tenant}:${mode}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  if ((await tx.$count(webhookEndpoints, isOf({ tenant, mode }))) >= endpointsMax) return undefined
  const id = newId()
  const { secret, columns } = await sealFirstSecret(sealer, webhookKind, { tenant, id })
  const [row] = await tx
    .insert(webhookEndpoints)
    .values({
      id,
      tenant,
      mode,
      url,
      types: types ?? null,
      description: description ?? null,
      createdAt: new Date(),
      ...columns,
      cursorTx: sql`${endedBefore} - 1`,
      cursorId: lastId,
    })
    .returning()
  if (!row) throw new Error('the insert gave no row')
  return { row, secret: showSecret(secret) }
}

export const listEndpoints = (db: Db, owner: Owner): Promise<Endpoint[]> =>
  db.select().from(webhookEndpoints).where(isOf(owner)).orderBy(asc(webhookEndpoints.id))

export async function findEndpoint(
  db: Db,
  owner: Owner,
  id: string,
): Promise<Endpoint | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(isOf(owner, id))
  return row
}

export async function lockEndpoint(
  tx: Db,
  owner: Owner,
  id: string,
): Promise<Endpoint | undefined> {
  const [row] = await tx.select().from(webhookEndpoints).where(isOf(owner, id)).for('update')
  return row
}

export async function changeEndpoint(
  tx: Db,
  { id, disabledAt }: Endpoint,
  { url, types, description, enabled }: ChangeWebhook,
): Promise<Endpoint> {
  const begins = enabled === true ? wellAgain : undefined
  const ends =
    enabled === false && disabledAt === null
      ? { disabledAt: new Date(), disabledReason: 'client' as const }
      : undefined
  const [row] = await tx
    .update(webhookEndpoints)
    .set({
      // A statement without a change must still set a column.
      id,
      ...(url !== undefined && { url }),
      ...(types !== undefined && { types }),
      ...(description !== undefined && { description }),
      ...begins,
      ...ends,
    })
    .where(eq(webhookEndpoints.id, id))
    .returning()
  if (!row) throw new Error('a locked endpoint is gone')
  return row
}

/** The state of an endpoint that has never failed. */
const wellAgain = {
  failures: 0,
  failingSince: null,
  restsUntil: null,
  disabledAt: null,
  disabledReason: null,
} as const

export async function deleteEndpoint(tx: Db, owner: Owner, id: string): Promise<boolean> {
  const gone = await tx
    .delete(webhookEndpoints)
    .where(isOf(owner, id))
    .returning({ id: webhookEndpoints.id })
  return gone.length > 0
}

/** Adds a secret. The previous one keeps signing for the overlap, and older ones stop. */
export async function rotateSecret(
  tx: Db,
  sealer: Sealer,
  row: Endpoint,
  overlapSeconds: number,
): Promise<Made> {
  const { secret, columns } = await addSecret(sealer, webhookKind, row, overlapSeconds)
  const [changed] = await tx
    .update(webhookEndpoints)
    .set(columns)
    .where(eq(webhookEndpoints.id, row.id))
    .returning()
  if (!changed) throw new Error('a locked endpoint is gone')
  return { row: changed, secret: showSecret(secret) }
}

export function toWire(row: Endpoint): Webhook {
  const { id, url, types, description, mode, createdAt } = row
  const { disabledAt, disabledReason, failingSince } = row
  return {
    id,
    url,
    ...(types !== null && { types: [...types] }),
    ...(description !== null && { description }),
    mode,
    createdAt: createdAt.toISOString(),
    status: disabledAt ? 'disabled' : failingSince ? 'failing' : 'enabled',
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
    ...(disabledReason && { disabledReason }),
    secrets: goodSecrets(row.shownSecrets),
  }
}

const isOf = ({ tenant, mode }: Owner, id?: string) =>
  and(
    eq(webhookEndpoints.tenant, tenant),
    eq(webhookEndpoints.mode, mode),
    id === undefined ? undefined : eq(webhookEndpoints.id, id),
  )
