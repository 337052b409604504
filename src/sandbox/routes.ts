// The operations of the sandbox. Credentials of mode `live` get 404.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import { type Fault, Problem } from '#src/platform/errors.ts'
import { type ChangeDeps, mountChange, pending } from '#src/journey/commit/change.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { mailDocument, mailHeaders } from '#src/messaging/messages/templates/mail.ts'
import type { Messaging } from '#src/messaging/challenges/messaging.ts'
import { isUuid } from '#src/platform/ids.ts'
import type { Waiter } from '#src/journey/journal/wait.ts'
import { findTransaction } from '#src/journey/transaction/store.ts'
import { advanceClock, waitForClock } from './clock.ts'
import { measureAdvance } from './duration.ts'
import type { PhoneMessage, SandboxPhone } from '#src/vendors/sandbox/phone.ts'
import { AdvanceClock, ClockNow, SandboxMessage, SandboxReply } from './schema.ts'
import { findMessage, listMessages, readMail, readPhoneMessage } from './store.ts'

const base = { tag: 'Sandbox', mode: 'sandbox' } as const

const listRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/sandbox/messages'],
  operationId: 'listSandboxMessages',
  summary: 'List sandbox messages',
  description: 'With the code and the link that stand in the text, so that a test can go on.',
  request: {
    query: z.object({
      // Not `z.uuid()`, because a malformed id is answered like an unknown one.
      transactionId: z
        .string()
        .optional()
        .meta({ format: 'uuid', description: 'Without it: the latest 100 of the tenant.' }),
    }),
  },
  responses: { 200: { description: 'Newest first, at most 100.', body: z.array(SandboxMessage) } },
  problems: ['not-found'],
})

const mailRoute = defineRoute({
  ...base,
  method: 'get',
  paths: ['/v1/sandbox/messages/{id}/mail'],
  operationId: 'readSandboxMail',
  summary: 'Read an e-mail of the sandbox as its reader sees it',
  description: 'With the logo that the tenant has now. A message that is no e-mail is not found.',
  request: { param: z.object({ id: z.uuid().meta({ description: 'The message.' }) }) },
  responses: { 200: { description: 'Its HTML.', body: z.string(), mediaType: 'text/html' } },
  problems: ['not-found'],
})

const replyRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/sandbox/messages/{id}/reply'],
  operationId: 'replyToSandboxMessage',
  summary: 'Reply to a sandbox message',
  description:
    'By the number of an option, or in words: the reply comes in as a signed callback of the vendor. On WhatsApp an option is a tap on its button, and words quote the message; by SMS the number is typed, with the reply code that the message names, and finds its question by these alone, as on a real phone. An e-mail takes no reply, and an SMS token words alone, such as STOP. Repeat it with its `Idempotency-Key` when no answer came.',
  request: {
    param: z.object({ id: z.uuid().meta({ description: 'The message.' }) }),
    json: SandboxReply,
  },
  responses: { 202: { description: 'The reply is on its way.' } },
  problems: ['not-found', 'not-repliable'],
})

const clockRoute = defineRoute({
  ...base,
  method: 'post',
  paths: ['/v1/sandbox/transactions/{id}/clock'],
  operationId: 'advanceSandboxClock',
  summary: 'Advance the sandbox clock',
  description:
    'Answers when every timer that is due by then has fired. At most 400 days in one call, and a hundred years in all.',
  request: {
    param: z.object({ id: z.uuid().meta({ description: 'The transaction.' }) }),
    json: AdvanceClock,
  },
  responses: { 200: { description: "The transaction's time.", body: ClockNow } },
  problems: ['not-found', 'limit-reached'],
})

/** A hundred years, so that years keep four digits. */
const aheadMaxMs = 36_525 * 24 * 60 * 60_000

/** Known only under the lock, because the length of a month depends on the transaction’s time. */
const tooFar: Fault = { pointer: '#/advance', code: 'too-big', detail: 'must be at most P400D' }

export type SandboxDeps = ChangeDeps & {
  readonly reads: Db
  readonly phone: SandboxPhone
  readonly messaging: Messaging
  readonly waiter: Waiter
  /** How long a move of the clock may take before the caller is asked to repeat it. */
  readonly clockWaitMs: number
}

export function sandboxRoutes(deps: SandboxDeps): Mounted[] {
  const { reads: db, sealer, waiter, phone, messaging, clockWaitMs } = deps
  return [
    mount(listRoute, async ({ request, principal }) => {
      const { transactionId } = request.query
      if (transactionId !== undefined) {
        const isOne = isUuid(transactionId)
        const found = isOne && (await findTransaction(db, principal, transactionId))
        if (!found) return refuse('not-found')
      }
      return reply(200, await listMessages(db, sealer, principal, transactionId))
    }),
    mount(mailRoute, async ({ request, principal }) => {
      const html = await readMail(db, sealer, principal, request.param.id)
      if (html === undefined) return refuse('not-found')
      const { logo } = messaging.tenants.of(principal.tenant).link
      return reply(200, mailDocument(html, logo), mailHeaders)
    }),
    mountChange(
      deps,
      replyRoute,
      async ({ request: { param, json }, principal, tx, lock }) => {
        const found = await findMessage(tx, principal, param.id)
        if (!found) throw new Problem('not-found')
        const locked = await lock(found.transactionId)
        const message = await readPhoneMessage(tx, sealer, principal, param.id)
        return message && takesReply(message, json)
          ? pending(locked.lastSeq)
          : refuse('not-repliable')
      },
      // Called after the commit, because the callback locks the transaction itself.
      async ({ owner, call: { request, idempotencyKey, requestId } }) => {
        const { param, json } = request
        const message = await readPhoneMessage(db, sealer, owner, param.id)
        if (!message) throw new Problem('not-found')
        const replyId = nameReply(param.id, idempotencyKey ?? requestId, json)
        const wasTaken = await phone.reply(message, json, replyId)
        if (!wasTaken) throw new Problem('unavailable', { reason: 'reply not taken' })
        return reply(202)
      },
    ),
    mountChange(
      deps,
      clockRoute,
      async ({ request, lock }) => {
        const locked = await lock(request.param.id)
        const ms = measureAdvance(request.json.advance, locked.now)
        if (ms === undefined) throw new Problem('invalid-request', { faults: [tooFar] })
        if (locked.clockOffsetMs + ms > aheadMaxMs)
          return refuse('limit-reached', {
            detail: 'The clock goes a hundred years ahead at most.',
          })
        return pending(advanceClock(locked, ms))
      },
      async ({ owner, id, seq }) => {
        const doneAt = await waitForClock(db, waiter, { id, seq }, performance.now() + clockWaitMs)
        if (!(await findTransaction(db, owner, id))) throw new Problem('not-found')
        if (!doneAt) throw new Problem('unavailable', { reason: 'clock not settled' })
        return reply(200, { now: doneAt.toISOString() })
      },
    ),
  ]
}

/** A text can be sent to any message, as STOP and START are; an option only to a message that offers it. */
function takesReply({ options }: PhoneMessage, asked: SandboxReply): boolean {
  return 'text' in asked || options.some(({ option }) => option === asked.option)
}

/** The same id for a repeated request, so that its callback is the same event. */
function nameReply(messageId: string, key: string, asked: SandboxReply): string {
  return createHash('sha256')
    .update(JSON.stringify([messageId, key, asked]))
    .digest('hex')
}
