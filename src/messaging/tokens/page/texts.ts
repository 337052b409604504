// The words of the token pages, in which {brand} is who asks. Plain texts; the HTML template escapes them.
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import texts from './texts.json' with { type: 'json' }

/** The kinds of contacts that a token confirms. */
export type Subject = keyof typeof texts

type Pages = typeof texts.email.pt
type Shown = {
  readonly subject: Subject
  readonly language: PageLanguage
  readonly brand: string
}

/** Fills the words of a page; pages that do not mention the subject are the same for both subjects. */
export function wordsOf<Name extends keyof Pages>(
  { subject, language, brand }: Shown,
  name: Name,
): Pages[Name] {
  const words: Pages = { ...texts.email[language], ...texts[subject][language] }
  const filled = Object.entries(words[name]).map(([key, text]) => [
    key,
    text.replaceAll('{brand}', () => brand),
  ])
  // Safe because each text keeps its name.
  return Object.fromEntries(filled) as Pages[Name]
}
