// For an operator: `node src/main/commands/retain.ts --dry-run` counts what may be deleted now by the settings of all
// tenants, and without the option deletes it, as a worker does each night. It counts only transactions that no duty or
// hold keeps now. With --audit-days 1825 older rows of the audit are deleted too, which nothing else does.
import { parseArgs } from 'node:util'
import { finishErasures } from '#src/journey/erasure/finish.ts'
import { retain } from '#src/journey/erasure/retention.ts'
import { leastAuditDays, purgeAudit } from '#src/journey/erasure/audit-retention.ts'
import { readConfig } from '#src/main/config/config.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { openServices } from '#src/main/services.ts'

await runAsCommand(async (parts) => {
  const { values } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, 'audit-days': { type: 'string' } },
  })
  const isDry = values['dry-run'] === true
  const auditDays = values['audit-days'] === undefined ? undefined : Number(values['audit-days'])
  if (auditDays !== undefined && !(auditDays >= leastAuditDays))
    throw new Error(`--audit-days must be a number, and ${leastAuditDays} or more.`)
  const { deps, objects } = await openServices(readConfig(process.env), 'atesta-retain', parts)
  const counts: Record<string, number> = await retain({ deps, isDry })
  if (auditDays !== undefined) {
    const before = new Date(Date.now() - auditDays * 86_400_000)
    counts['audit'] = await purgeAudit(deps, { before, isDry })
  }
  if (!isDry) while ((await finishErasures({ deps, objects })) > 0);
  for (const [kind, count] of Object.entries(counts))
    process.stdout.write(`${kind}: ${count}${isDry ? ' to go' : ' gone'}\n`)
})
