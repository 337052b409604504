// Binds the reader of delivery reports to our keys: a report is believed for an address that we signed.
import type { DeliveryReport } from '#src/modules/email-token/provider.ts'
import { bounceMacs } from '#src/modules/email-token/secrets.ts'
import { isBounce, readReport, readReturnPath } from '#src/providers/smtp/bounce.ts'
import type { Sealer } from '#src/seal/sealer.ts'

export function bounceReader(sealer: Sealer) {
  const macs = bounceMacs(sealer)
  return async (raw: Uint8Array, to: string): Promise<DeliveryReport | 'forged' | undefined> => {
    const mac = macs.find((one) => readReturnPath(one, to) !== undefined)
    if (!mac) return 'forged'
    const report = await readReport(mac, raw, to)
    return report && { recordId: report.recordId, bounced: isBounce(report) }
  }
}
