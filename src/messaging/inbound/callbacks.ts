// Reads a vendor’s request: its events, each once, with the accounts that it may be about.
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import { Problem } from '#src/platform/errors.ts'
import type { MessageCallback } from './locate.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'

/** Each event once, with all accounts that it may be about: accounts with one credential read the same requests. */
export function readCallbacks(
  verified: readonly MessagingAccount[],
  request: RawRequest,
  receivedAt: number,
): MessageCallback[] {
  const read = verified.flatMap((account) =>
    parse(account, request).map((event) => ({ account: account.id, event })),
  )
  const groups = Map.groupBy(read, ({ event }) => event.dedupeKey)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    // A batch can contain an event twice, but names its account once.
    const accounts = [...new Set(same.map(({ account }) => account))]
    const senders = same.flatMap(({ event }) => (event.kind === 'inbound' ? event.to : []))
    const callback = { accounts, event: first.event, receivedAt }
    return [senders.length === 0 ? callback : { ...callback, senders: [...new Set(senders)] }]
  })
}

function parse(account: MessagingAccount, request: RawRequest) {
  try {
    return account.parseWebhook(request)
  } catch {
    // The parser’s error is dropped, because it may quote personal data of the body.
    throw new Problem('invalid-request', { reason: `not of ${account.vendor}’s form` })
  }
}

/**
 * Replaces the time of receipt by the database’s clock. Without a person’s message no query is made, because only the
 * time of a reply decides what it belongs to.
 */
export async function byDatabase(
  db: Db,
  callbacks: readonly MessageCallback[],
): Promise<readonly MessageCallback[]> {
  if (callbacks.every(({ event }) => event.kind !== 'inbound')) return callbacks
  const [row] = await db.execute<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  )
  if (!row) return callbacks
  return callbacks.map((one) => ({ ...one, receivedAt: Math.round(row.now) }))
}
