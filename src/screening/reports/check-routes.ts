// Receives vendors' reports on checks, by one URL per account; a signed report is stored before it is answered.
import { z } from 'zod'
import { Problem } from '#src/platform/errors.ts'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import type { InboxDeps, RawRequest } from '#src/journey/inbox/callback.ts'
import type { ScreeningDeps } from '#src/screening/orders/deps.ts'
import { storeCallbacks } from '#src/journey/inbox/take.ts'
import { readRequest } from '#src/journey/inbox/read.ts'
import { rematch } from '#src/journey/inbox/retry.ts'

const reportCheck = defineRoute({
  method: 'post',
  paths: ['/hooks/checks/{account}'],
  operationId: 'reportCheck',
  summary: 'Receive the result of a check',
  description:
    'For the vendor of the account. Answers as soon as the report is stored. A request that the account’s secret has not signed is 401.',
  tag: 'Callbacks',
  auth: 'signature',
  bodyLimit: 'callback',
  request: {
    param: z.object({
      account: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,39}$/)
        .meta({ description: 'The account, as the configuration names it.' }),
    }),
  },
  responses: { 200: { description: 'Stored, or nothing that counts.' } },
  problems: ['unauthorized', 'invalid-request', 'not-found'],
})

export function checkHookRoutes(deps: ScreeningDeps & InboxDeps): Mounted[] {
  const find = (name: string | undefined) =>
    deps.checking.accounts.all().find(({ id }) => id === name)
  const hook = mount(reportCheck, async (call) => {
    const receivedAt = Date.now()
    const request = readRequest(call, deps.publicBaseUrl)
    const account = find(call.request.param.account)
    if (!account?.verifyWebhook(request))
      throw new Problem('unauthorized', {
        reason: 'signature',
        headers: { 'www-authenticate': 'Signature' },
      })
    const reports = await parse(account, request)
    const callbacks = reports.map((event) => ({ accounts: [account.id], event, receivedAt }))
    if (await storeCallbacks(deps, callbacks))
      void rematch(deps).catch((error: unknown) => deps.log.warn({ error }, 'callbacks kept'))
    return reply(200)
  })
  return [{ ...hook, isThere: ({ account }) => find(account) !== undefined }]
}

async function parse(account: CheckAccount, request: RawRequest) {
  try {
    return await account.parseWebhook(request)
  } catch {
    // The parser's message is left out, because it may quote the body.
    throw new Problem('invalid-request', { reason: `not of ${account.vendor}’s form` })
  }
}
