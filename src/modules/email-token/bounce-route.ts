// Where a mail server hands over what came back: the return path proves that the report is about a
// message of ours (reference: VERP, RFC 3464).
import { z } from 'zod'
import { Problem } from '#src/errors.ts'
import type { ChangeDeps } from '#src/http/change.ts'
import { reply } from '#src/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/http/route.ts'
import { append } from '#src/journal/append.ts'
import { lockById } from '#src/transaction/store.ts'
import type { DeliveryReport } from './provider.ts'
import { findToken, recordFact } from './store.ts'

const takeBounce = defineRoute({
  method: 'post',
  paths: ['/hooks/email/bounces'],
  operationId: 'takeBounce',
  summary: 'Hand over a delivery report',
  description:
    'For the mail server of the bounce domain: the report as it came (`message/rfc822`, at most 1 MiB), with the address it came to in the header `Delivered-To-Address`. That address is signed by the service; a report to any other is 401.',
  tag: 'Callbacks',
  auth: 'signature',
  request: {
    header: z.object({
      'delivered-to-address': z.string().max(254).meta({
        description: 'The return path of the message that came back, as we wrote it.',
      }),
    }),
  },
  responses: { 202: { description: 'Taken, or nothing that counts.' } },
  problems: ['unauthorized'],
})

const notOurs = { reason: 'return path', headers: { 'www-authenticate': 'Signature' } }

type Deps = ChangeDeps & {
  /** What a report says; undefined when the address is not one of ours, or when it is no report. */
  readonly readBounce: (
    raw: Uint8Array,
    to: string,
  ) => Promise<DeliveryReport | 'forged' | undefined>
}

export function bounceRoutes({ db, nudger, readBounce }: Deps): Mounted[] {
  return [
    mount(takeBounce, async ({ request, rawBody }) => {
      const report = await readBounce(
        rawBody ?? new Uint8Array(),
        request.header['delivered-to-address'],
      )
      if (report === 'forged') throw new Problem('unauthorized', notOurs)
      if (report?.bounced) await recordBounce(report.recordId)
      return reply(202)
    }),
  ]

  async function recordBounce(ref: string): Promise<void> {
    const token = await findToken(db, ref)
    if (!token) return
    const locked = await db.transaction(async (tx) => {
      const held = await lockById(tx, token.transactionId)
      const current = held && (await findToken(tx, ref))
      // The first failure stays; a token that was used has arrived.
      if (!held || !current || current.failedAt !== null || current.repliedAt !== null) return held
      await recordFact(tx, ref, { failedAt: held.now, failureCode: 'bounced' })
      await append(tx, held, [
        { kind: 'email-token-failed', module: 'email-token', ref, code: 'bounced' },
      ])
      return held
    })
    if (locked?.woken) nudger.nudge(locked)
  }
}
