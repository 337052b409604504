import { defineVendor } from '#src/vendors/parts/vendor.ts'
import type { Hook } from '#src/messaging/inbound/hook.ts'
import { createSmtp } from './adapter.ts'
import { SmtpAccount } from './config.ts'
import { reportHooks } from './reports/hooks.ts'
import { z } from 'zod'
import { bounceLabel, isBounce, readReport, readReturnPath } from './bounce.ts'

const addressHeader = 'delivered-to-address'

const smtpHooks: readonly Hook[] = [
  {
    path: '/hooks/email/bounces',
    operationId: 'takeBounce',
    summary: 'Receive a delivery report',
    description:
      'For the mail server of the bounce domain: the report as it came (`message/rfc822`, at most 1 MiB), with the address it came to in the header `Delivered-To-Address`. That address is signed by the service; a report to any other is 401.',
    request: {
      header: z.object({
        [addressHeader]: z.string().max(254).meta({
          description: 'The return path of the message that came back, as we wrote it.',
        }),
      }),
    },
    bodyLimit: 'json',
    proof: 'mark',
    mark: 'return path',
    async read({ headers, rawBody }, macs) {
      const to = headers[addressHeader] ?? ''
      const mac = macs(bounceLabel).find((one) => readReturnPath(one, to) !== undefined)
      if (!mac) return undefined
      const report = await readReport(mac, rawBody, to)
      if (!report || !isBounce(report)) return []
      const { recordId, status } = report
      return [{ kind: 'bounce', dedupeKey: `bounce:${recordId}`, recordId, status }]
    },
  },
]

export const smtp = defineVendor({
  name: 'smtp',
  config: SmtpAccount,
  channelsOf: () => ['email'],
  open: (account: SmtpAccount, given) => createSmtp({ ...account, ...given }),
  hooks: [...smtpHooks, ...reportHooks],
})
