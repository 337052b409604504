// Maps a message to the path and the body of Infobip's request.
import { markOf } from '#src/journey/calls/attempt-id.ts'
import type { OutboundMessage, SendContext } from '#src/messaging/challenges/port.ts'
import {
  buttonsMax,
  pickTemplate,
  type Templates,
  toTitle,
  toVariable,
} from '#src/messaging/wire/approved.ts'

/** The sender of a message, and the URL for Infobip's reports about it. */
type Ours = {
  readonly sender: string
  readonly notifyUrl: string
  readonly templates: Templates<{ readonly name: string; readonly language: string }> | undefined
}

export type Call = { readonly path: string; readonly body: object }

export const toCall = (message: OutboundMessage, ctx: SendContext, ours: Ours): Call =>
  message.channel === 'sms' ? toSms(message, ctx, ours) : toWhatsapp(message, ctx, ours)

const digits = (number: string): string => number.replace(/^\+/, '')

function toSms(message: OutboundMessage, ctx: SendContext, { sender, notifyUrl }: Ours): Call {
  const minutes = Math.max(1, Math.ceil(message.validSeconds / 60))
  return {
    path: '/sms/3/messages',
    body: {
      messages: [
        {
          sender: digits(sender),
          // The id is ours, so that the message can be found when the answer was lost.
          destinations: [{ to: digits(message.to), messageId: ctx.attemptId }],
          content: { text: message.text },
          options: { validityPeriod: { amount: minutes, timeUnit: 'MINUTES' } },
          webhooks: {
            delivery: { url: notifyUrl, intermediateReport: true },
            contentType: 'application/json',
            callbackData: markOf(ctx),
          },
        },
      ],
    },
  }
}

function toWhatsapp(
  message: OutboundMessage,
  ctx: SendContext,
  { sender, notifyUrl, templates }: Ours,
): Call {
  const { options = [], text } = message
  const common = {
    from: digits(sender),
    to: digits(message.to),
    messageId: ctx.attemptId,
    callbackData: markOf(ctx),
    notifyUrl,
  }
  const template = pickTemplate(templates, message)
  if (template)
    return {
      path: '/whatsapp/1/message/template',
      body: { messages: [{ ...common, content: toTemplate(message, template) }] },
    }
  if (options.length === 0 || options.length > buttonsMax)
    return { path: '/whatsapp/1/message/text', body: { ...common, content: { text } } }
  const buttons = options.map(({ label, payload }) => ({
    type: 'REPLY',
    id: payload,
    title: toTitle(label),
  }))
  return {
    path: '/whatsapp/1/message/interactive/buttons',
    body: { ...common, content: { body: { text }, action: { buttons } } },
  }
}

function toTemplate(
  { variables, options = [] }: OutboundMessage,
  { name, language }: { readonly name: string; readonly language: string },
): object {
  const buttons = options.map(({ payload }) => ({ type: 'QUICK_REPLY', parameter: payload }))
  return {
    templateName: name,
    templateData: {
      body: { placeholders: variables.map(toVariable) },
      ...(buttons.length > 0 && { buttons }),
    },
    language,
  }
}
