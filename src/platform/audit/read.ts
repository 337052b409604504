// Reads the audit of one tenant, in an order in which no row ever appears before a cursor that was given out.
import { and, asc, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { AuditAction } from '#src/platform/audit-actions-schema.ts'
import type { AuditEntry } from './schema.ts'
import { audit } from './table.ts'

export type AuditRow = typeof audit.$inferSelect

/** The number of the database transaction, then that of the row. */
export type Cursor = readonly [tx: number, seq: number]

export type AuditFilter = {
  readonly action?: AuditAction | undefined
  readonly actor?: string | undefined
  readonly object?: string | undefined
  readonly transactionId?: string | undefined
  readonly requestId?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  /** Lists from the last row to the first; the cursor is then the last row that was shown. */
  readonly isNewestFirst?: boolean
  readonly limit: number
}

type Owner = { readonly tenant: string; readonly mode: 'sandbox' | 'live' }

/**
 * Lists the rows of the owner’s mode and those without a mode. Rows behind a database transaction that is still running
 * are held back.
 */
export async function listAudit(
  db: Db,
  { tenant, mode }: Owner,
  cursor: Cursor | undefined,
  { isNewestFirst = false, since, until, limit, ...equal }: AuditFilter,
): Promise<AuditRow[]> {
  // Safe because the keys are those of the filter, without the others.
  const named = (Object.keys(equal) as (keyof typeof equal)[]).map((key) =>
    equal[key] === undefined ? undefined : eq(audit[key], equal[key]),
  )
  return db
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.tenant, tenant),
        or(eq(audit.mode, mode), isNull(audit.mode)),
        cursor && behind(cursor, isNewestFirst),
        sql`${audit.tx} < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
        ...named,
        since && gte(audit.at, since),
        until && lt(audit.at, until),
      ),
    )
    .orderBy(
      ...(isNewestFirst ? [desc(audit.tx), desc(audit.seq)] : [asc(audit.tx), asc(audit.seq)]),
    )
    .limit(limit)
}

const behind = ([tx, seq]: Cursor, isNewestFirst: boolean) =>
  isNewestFirst
    ? sql`(${audit.tx}, ${audit.seq}) < (${tx}::bigint, ${seq}::bigint)`
    : sql`(${audit.tx}, ${audit.seq}) > (${tx}::bigint, ${seq}::bigint)`

/**
 * Whether a cursor comes from another database, where transaction numbers count differently: its number is higher than
 * ours.
 */
export async function isLost(db: Db, [tx]: Cursor): Promise<boolean> {
  const [found] = await db.execute<{ lost: boolean }>(
    sql`select ${tx}::bigint >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint as lost`,
  )
  return found?.lost === true
}

export function toEntry(row: AuditRow): AuditEntry {
  const { object, transactionId, requestId, mode, details } = row
  return {
    id: String(row.seq),
    time: row.at.toISOString(),
    action: row.action,
    actor: { kind: row.actorKind, ...(row.actor !== null && { id: row.actor }) },
    ...(object !== null && { object }),
    ...(transactionId !== null && { transactionId }),
    ...(requestId !== null && { requestId }),
    ...(mode !== null && { mode }),
    ...(details !== null && { details }),
  }
}
