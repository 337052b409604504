// Stores the webhooks of a tenant.
import { sql } from 'drizzle-orm'
import { endedBefore } from '#src/journey/events/read.ts'
import { goodSecrets } from '#src/journey/receivers/secrets.ts'
import { type Made, receiverStore } from '#src/journey/receivers/store.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { ChangeWebhook, CreateWebhook, Webhook } from './schema.ts'
import { webhookEndpoints, webhookKind, type WebhookRow } from './table.ts'

export const webhookStore = receiverStore<WebhookRow>(
  webhookKind,
  webhookEndpoints,
  webhookEndpoints.id,
)

/** Greater than any id, so that the cursor is after all events of its commit. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Undefined when the owner has the most webhooks already. The webhook gets the events of commits that end from now on.
 */
export async function insertWebhook(
  tx: Db,
  sealer: Sealer,
  owner: Owner,
  { url, types, description }: CreateWebhook,
): Promise<Made<WebhookRow> | undefined> {
  if (await webhookStore.isFull(tx, owner)) return undefined
  return webhookStore.insert(tx, sealer, owner, () => ({
    url,
    types: types ?? null,
    description: description ?? null,
    cursorTx: sql`${endedBefore} - 1`,
    cursorId: lastId,
  }))
}

export function changeWebhook(
  tx: Db,
  row: WebhookRow,
  { url, types, description, enabled }: ChangeWebhook,
): Promise<WebhookRow> {
  const begins = enabled === true ? wellAgain : undefined
  const ends =
    enabled === false && row.disabledAt === null
      ? { disabledAt: new Date(), disabledReason: 'client' as const }
      : undefined
  return webhookStore.update(tx, row, {
    ...(url !== undefined && { url }),
    ...(types !== undefined && { types }),
    ...(description !== undefined && { description }),
    ...begins,
    ...ends,
  })
}

/** The columns of a webhook that works again, as of one that has never failed. */
const wellAgain = {
  failures: 0,
  failingSince: null,
  restsUntil: null,
  disabledAt: null,
  disabledReason: null,
} as const

export function toWire(row: WebhookRow): Webhook {
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
