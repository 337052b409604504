// The only way to write the audit: in the database transaction of the change, or before an answer that shows personal
// data.
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import type { AuditAction } from '#src/platform/audit-actions-schema.ts'
import { type ActorKind, audit, type AuditDetails } from './table.ts'

/** The owner of the row, the actor, and the request. */
export type By = {
  readonly tenant: string
  readonly mode: 'sandbox' | 'live' | null
  readonly actorKind: ActorKind
  readonly actor?: string | undefined
  readonly requestId?: string | undefined
}

export type Audited = {
  readonly action: AuditAction
  readonly object?: string | undefined
  readonly transactionId?: string | undefined
  readonly details?: AuditDetails | undefined
}

export const byCaller = (
  { tenant, mode, actor, keyId }: Principal,
  requestId: string | undefined,
): By => ({ tenant, mode, actorKind: keyId === undefined ? 'subject' : 'key', actor, requestId })

export async function writeAudit(db: Db, by: By, audited: Audited): Promise<void> {
  await db.insert(audit).values({ ...by, ...audited })
}
