// Records the results of tries, many in one statement, and updates the state of their endpoints.
import { sql } from 'drizzle-orm'
import { writeAudit } from '#src/platform/audit/write.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { ClaimedDelivery } from './claim.ts'
import { isGone, isTaken, judge, patienceMs, restAfter } from './rules.ts'
import type { DeliveryAnswer } from './send.ts'
import { type DisabledReason, webhookDeliveries, webhookEndpoints } from './table.ts'

export type TriedDelivery = { readonly claimed: ClaimedDelivery; readonly sent: DeliveryAnswer }

export type Disabled = {
  readonly endpoint: string
  readonly tenant: string
  readonly reason: DisabledReason
}

const triesKept = 20

/** Resolves to the endpoints that this has disabled. */
export async function record(
  db: Db,
  ended: readonly TriedDelivery[],
  chance: () => number = Math.random,
): Promise<Disabled[]> {
  if (ended.length === 0) return []
  await recordTries(db, ended, chance)
  const disabled: Disabled[] = []
  for (const [id, all] of Map.groupBy(ended, ({ claimed }) => claimed.endpoint.id)) {
    const isWell = all.some(({ sent }) => isTaken(sent.answered))
    const wasFailing = all.some(({ claimed }) => claimed.endpoint.failures > 0)
    if (isWell && wasFailing) await recover(db, id)
    if (!isWell) disabled.push(...(await noteFailure(db, all, chance())))
  }
  return disabled
}

/** A delivery that was sent again meanwhile counts its attempts from the start, so its state is not changed. */
async function recordTries(
  db: Db,
  ended: readonly TriedDelivery[],
  chance: () => number,
): Promise<void> {
  const rows = ended.map(({ claimed: { id, attempt, ageMs }, sent: { answered, tried } }) => {
    const verdict = judge(answered, { attempt, ageMs, chance: chance() })
    const waitMs = verdict.status === 'pending' ? verdict.waitMs : 0
    return { id, attempt, status: verdict.status, wait_ms: waitMs, tried: [tried] }
  })
  await db.execute(sql`
    update ${webhookDeliveries} one set
      status = case when one.attempts = ended.attempt then ended.status else one.status end,
      due_at = case when one.attempts = ended.attempt
        then clock_timestamp() + ended.wait_ms * interval '1 millisecond' else one.due_at end,
      tries = case when jsonb_array_length(one.tries) < ${triesKept} then one.tries else one.tries - 0 end
        || ended.tried
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as ended (id uuid, attempt integer, status text, wait_ms float8, tried jsonb)
    where one.id = ended.id`)
}

/** When an endpoint recovers, its waiting deliveries are tried within a minute. */
async function recover(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    with well as (
      update ${webhookEndpoints} set failures = 0, failing_since = null, rests_until = null
      where id = ${id} and failures > 0
    )
    update ${webhookDeliveries} set due_at = clock_timestamp() + random() * interval '60 seconds'
    where endpoint_id = ${id} and status = 'pending'
      and due_at > clock_timestamp() + interval '60 seconds'`)
}

async function noteFailure(
  db: Db,
  all: readonly TriedDelivery[],
  chance: number,
): Promise<Disabled[]> {
  const [first] = all
  if (!first) return []
  const { id, tenant, failures, failingMs } = first.claimed.endpoint
  // An event that was already deleted says nothing about the endpoint.
  const answered = all.filter(({ sent }) => sent.tried.error !== 'event-gone')
  if (answered.length === 0) return []
  const reason = answered.some(({ sent }) => isGone(sent.answered))
    ? 'gone'
    : failingMs > patienceMs
      ? 'failing'
      : undefined
  const restMs = restAfter(failures + 1, chance)
  await db.execute(sql`
    update ${webhookEndpoints} set failures = failures + 1,
      failing_since = coalesce(failing_since, clock_timestamp()),
      rests_until = clock_timestamp() + ${restMs}::float8 * interval '1 millisecond'
    where id = ${id}`)
  return reason ? disable(db, { endpoint: id, tenant, reason }) : []
}

async function disable(db: Db, { endpoint, tenant, reason }: Disabled): Promise<Disabled[]> {
  return db.transaction(async (tx) => {
    const [row] = await tx.execute<{ mode: 'sandbox' | 'live' }>(sql`
      update ${webhookEndpoints} set disabled_at = clock_timestamp(), disabled_reason = ${reason}
      where id = ${endpoint} and disabled_at is null returning mode`)
    if (!row) return []
    const by = { tenant, mode: row.mode, actorKind: 'service' } as const
    const details = { reason }
    await writeAudit(tx, by, { action: 'webhook.disabled', object: endpoint, details })
    return [{ endpoint, tenant, reason }]
  })
}
