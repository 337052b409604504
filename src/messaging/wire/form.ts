// What a message of a person is when it is neither typed nor tapped, by the word that its vendor has for it.

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

/** Of a type of WhatsApp, or a media type as `audio/ogg`. What is written beside a picture is read as a text. */
export function readForm(
  type: string | undefined,
  text: string | undefined,
): { readonly form?: InboundForm } {
  const form = forms.get((type ?? '').toLowerCase().replace(/\/.*$/, ''))
  const isTyped = text !== undefined && text.trim() !== '' && form !== 'reaction'
  return form === undefined || isTyped ? {} : { form }
}
