// Recognises messages from persons that are neither typed nor tapped, by the vendor’s type.

export type InboundForm = 'reaction' | 'voice' | 'media'

const forms: ReadonlyMap<string, InboundForm> = new Map([
  ['reaction', 'reaction'],
  ['audio', 'voice'],
  ['voice', 'voice'],
  ['image', 'media'],
  ['video', 'media'],
  ['document', 'media'],
  ['file', 'media'],
  ['sticker', 'media'],
  ['location', 'media'],
  ['contact', 'media'],
  ['contacts', 'media'],
])

/** Reads a message type of WhatsApp, or a media type such as `audio/ogg`. The caption of a picture is read as text. */
export function readForm(
  type: string | undefined,
  text: string | undefined,
): { readonly form?: InboundForm } {
  const form = forms.get((type ?? '').toLowerCase().replace(/\/.*$/, ''))
  const isTyped = text !== undefined && text.trim() !== '' && form !== 'reaction'
  return form === undefined || isTyped ? {} : { form }
}
