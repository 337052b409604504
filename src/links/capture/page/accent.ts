// The tenant's colour, with a text colour of sufficient contrast.
import { textOn } from '#src/messaging/messages/text/contrast.ts'

/** Custom properties for both colour schemes; empty where there is no colour that can be used. */
export function accentOf(colour: string | undefined): string {
  const text = textOn(colour)
  return text === undefined ? '' : `:root{--button:${colour};--on-button:${text}}`
}
