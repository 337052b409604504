// SMS and WhatsApp of sandbox transactions: stored for the sandbox's phone and sent to nobody. The outcome follows the
// number, and reports are signed callbacks as from a vendor.
import { setTimeout as sleep } from 'node:timers/promises'
import { markOf } from '#src/journey/calls/attempt-id.ts'
import type {
  MessagingAccount,
  OutboundMessage,
  SendContext,
  SendOutcome,
} from '#src/messaging/challenges/port.ts'
import type { PhoneMessage } from './phone.ts'
import type { Courier, TimedCallback } from './courier.ts'
import type { SandboxDelivery, SandboxOptions } from './delivery.ts'
import type { PhoneAnswer, Dialect, Letter, Report } from './dialect.ts'
import {
  type PlannedCallback,
  type PlannedEvent,
  planAfterExpiry,
  planAnswer,
  planCallbacks,
  readEnding,
} from './plan.ts'

/** The call was ended before anything was stored, so nothing was sent. */
const givenUp = { kind: 'deferred', class: 'transient', code: 'unreachable-aborted' } as const

/** Undefined for an option that the message does not offer. */
export function toAnswer(
  offered: PhoneMessage['options'],
  reply: { readonly option: number } | { readonly text: string },
): PhoneAnswer | undefined {
  return 'text' in reply ? reply : offered.find(({ option }) => option === reply.option)
}

export function createPhoneAccount(
  dialect: Dialect,
  tenant: string,
  {
    keep,
    find,
    hangMs = 3_000,
    pace = 1,
  }: Pick<SandboxOptions, 'keep' | 'find' | 'hangMs' | 'pace'>,
  courier: Pick<Courier, 'follow'>,
): MessagingAccount {
  const { id, vendor, channel, verifyWebhook, parseWebhook } = dialect
  const sender = dialect.senderOf(tenant)
  const toLetter = ({ to }: OutboundMessage, { attemptId }: SendContext): Letter => ({
    phone: to,
    sender,
    messageId: dialect.toMessageId(attemptId),
  })

  async function send(message: OutboundMessage, ctx: SendContext): Promise<SendOutcome> {
    if (ctx.signal.aborted) return givenUp
    const ending = readEnding(message.to)
    const answer = planAnswer(ending, channel, ctx.attempt)
    if (answer === 'refuse') return dialect.refusal
    if (answer === 'too-many') return dialect.tooMany
    const letter = toLetter(message, ctx)
    try {
      await keep(toDelivery(channel, letter, message, ctx))
    } catch {
      // The commit may have happened although its answer was lost.
      return { kind: 'uncertain', cause: 'reset' }
    }
    const reports = schedule(planCallbacks(ending, channel), message, ctx)
    if (answer === 'reports-first') await courier.follow(reports, 0)
    else void courier.follow(reports, performance.now() + (answer === 'hang' ? hangMs : 0), pace)
    if (answer !== 'hang') return dialect.accept(letter)
    await sleep(hangMs, undefined, { signal: ctx.signal }).catch(() => undefined)
    return { kind: 'uncertain', cause: 'timeout' }
  }

  /** Each callback is written when its time has come; an answer to a message without options is left out. */
  function schedule(
    planned: readonly PlannedCallback[],
    message: OutboundMessage,
    ctx: SendContext,
  ): TimedCallback[] {
    const letter = toLetter(message, ctx)
    return planned.flatMap(({ afterMs, event }) => {
      const write = writer(dialect, { letter, message }, ctx, event)
      return write ? [{ afterMs, write }] : []
    })
  }

  return {
    id,
    vendor,
    channels: [channel],
    senders: { [channel]: sender },
    shared: false,
    repeat: dialect.canLookUp ? 'lookup' : 'never',
    send,
    ...(dialect.canLookUp && {
      lookUp: async (_message: OutboundMessage, { attemptId }: SendContext) =>
        (await find(attemptId))
          ? { providerMsgId: dialect.toMessageId(attemptId) }
          : ('absent' as const),
    }),
    verifyWebhook,
    parseWebhook,
    async expired(message, ctx) {
      const late = schedule(planAfterExpiry(readEnding(message.to)), message, ctx)
      void courier.follow(late, performance.now(), pace)
    },
  }
}

function toDelivery(
  channel: PhoneMessage['channel'],
  { phone, sender, messageId }: Letter,
  { text, code, link, options = [] }: OutboundMessage,
  { transactionId, attemptId }: SendContext,
): SandboxDelivery {
  return {
    transactionId,
    attemptId,
    channel,
    content: {
      to: phone,
      sender,
      providerMsgId: messageId,
      options,
      text,
      ...(code !== undefined && { code }),
      ...(link !== undefined && { link }),
    },
  }
}

function writer(
  dialect: Dialect,
  { letter, message }: { readonly letter: Letter; readonly message: OutboundMessage },
  ctx: SendContext,
  event: PlannedEvent,
): TimedCallback['write'] | undefined {
  if (event.kind === 'status') {
    return () => dialect.writeReport(markOf(ctx), letter, toReport(event))
  }
  const answer = toAnswer(message.options ?? [], event)
  return answer && (() => dialect.writeAnswer(letter, `${ctx.attemptId} answers`, answer))
}

function toReport(event: PlannedEvent & { kind: 'status' }): Report {
  if (event.deliveryStatus !== 'failed') return event.deliveryStatus
  return event.permanent ? 'unknown-number' : 'unreachable'
}
