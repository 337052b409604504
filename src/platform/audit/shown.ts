// What credentials were shown: written before the answer is sent, and by the tenant's settings.
import type { Db } from '#src/platform/db/client.ts'
import type { AuditedAnswer } from '#src/platform/http/pipeline.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { byCaller, writeAudit } from './write.ts'

export const auditsShown =
  (db: Db, tenants: Pick<Tenants, 'of'>) =>
  async ({
    principal,
    requestId,
    action,
    operationId,
    transactionId,
  }: AuditedAnswer): Promise<void> => {
    if (action === 'record.read' && !tenants.of(principal.tenant).audit.records) return
    await writeAudit(db, byCaller(principal, requestId), {
      action,
      object: operationId,
      transactionId,
    })
  }
