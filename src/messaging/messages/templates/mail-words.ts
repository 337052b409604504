// A tenant’s own words for the token mail, which override the built-in ones.
import { z } from 'zod'
import type { Language } from '../text/language.ts'
import { type MailWord, mailTexts } from './mail-texts.ts'

const word = z.string().trim().min(1).max(500)
/** One line, because it becomes a header. */
const line = word.max(120).regex(/^[^\r\n]*$/, 'a single line')

export const MailWording = z.strictObject({
  subject: line.exactOptional(),
  title: line.exactOptional(),
  codeLead: word.exactOptional(),
  buttonLead: word.exactOptional(),
  linkLead: word.exactOptional(),
  button: line.max(40).exactOptional(),
  validity: word.exactOptional(),
  addressLead: word.exactOptional(),
  notYouTitle: line.exactOptional(),
  notYou: word.exactOptional(),
  automatic: word.exactOptional(),
})
export type MailWording = z.output<typeof MailWording>

const known: ReadonlySet<string> = new Set(['brand', 'minutes'])

/** The faults of a wording. `{code}` is not allowed in a subject, because it would show on lock screens and in logs. */
export function findMailFaults(wording: MailWording): string[] {
  return Object.entries(wording).flatMap(([name, text]) =>
    [...text.matchAll(/\{([^{}]*)\}/g)]
      .map(([, place = '']) => place)
      .filter((place) => !known.has(place))
      .map((place) => `${name}: {${place}} is not known; known are {brand} and {minutes}`),
  )
}

/** The words with filled placeholders, as plain text that the HTML template escapes. */
export function fillMailWords(
  language: Language,
  { brand, minutes }: { readonly brand: string; readonly minutes: number },
  own: MailWording = {},
): Record<MailWord, string> {
  const values = new Map([
    ['brand', brand],
    ['minutes', String(minutes)],
  ])
  const fill = (text: string) =>
    text.replace(/\{([^{}]*)\}/g, (place, name: string) => values.get(name) ?? place)
  const filled = Object.entries(own).map(([name, text]) => [name, fill(text)])
  return { ...mailTexts[language](brand, minutes), ...Object.fromEntries(filled) }
}
