// Maps a message to a request of Meta's Cloud API: a template at any time, buttons or text inside the session window.
import type { OutboundMessage, SendContext } from '#src/messaging/challenges/port.ts'
import { markOf } from '#src/journey/calls/attempt-id.ts'
import {
  buttonsMax,
  pickTemplate,
  type Templates,
  toTitle,
  toVariable,
} from '#src/messaging/wire/approved.ts'

/** A template by Meta's name; its quick replies take the options' payloads in order. */
export type MetaTemplate = {
  readonly name: string
  /** Meta's language code, such as `pt_BR`. */
  readonly language: string
}

/** The body of `POST /messages`. */
export function writeMetaMessage(
  message: OutboundMessage,
  ctx: Pick<SendContext, 'recordId' | 'attempt'>,
  templates: Templates<MetaTemplate> | undefined,
): object {
  const template = pickTemplate(templates, message)
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.to.replace(/^\+/, ''),
    biz_opaque_callback_data: `rid:${markOf(ctx)}`,
    ...(template ? writeTemplate(message, template) : writeFreeForm(message)),
  }
}

function writeTemplate(
  { variables, options = [] }: OutboundMessage,
  { name, language }: MetaTemplate,
): object {
  const body = variables.map((text) => ({ type: 'text', text: toVariable(text) }))
  const buttons = options.map(({ payload }, index) => ({
    type: 'button',
    sub_type: 'quick_reply',
    index: String(index),
    parameters: [{ type: 'payload', payload }],
  }))
  const components = [...(body.length > 0 ? [{ type: 'body', parameters: body }] : []), ...buttons]
  return { type: 'template', template: { name, language: { code: language }, components } }
}

function writeFreeForm({ text, options = [] }: OutboundMessage): object {
  // With more options than buttons the person types the answer, and the text names the options.
  if (options.length === 0 || options.length > buttonsMax) {
    return { type: 'text', text: { body: text, preview_url: false } }
  }
  const buttons = options.map(({ label, payload }) => ({
    type: 'reply',
    reply: { id: payload, title: toTitle(label) },
  }))
  return {
    type: 'interactive',
    interactive: { type: 'button', body: { text }, action: { buttons } },
  }
}
