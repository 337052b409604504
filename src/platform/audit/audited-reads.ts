// Audits the reading of personal data, before the answer is sent and as the tenant’s settings ask for.
import type { Db } from '#src/platform/db/client.ts'
import type { AuditedAnswer } from '#src/platform/http/pipeline.ts'
import { byCaller, writeAudit } from './write.ts'

type Settings = { of(tenant: string): { readonly audit: { readonly records: boolean } } }

export const auditsShown =
  (db: Db, tenants: Settings) =>
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
