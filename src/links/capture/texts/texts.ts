// The texts of the hosted page, in one file per language; {name} is replaced by the tenant’s name.
import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

export type TextKey = keyof typeof pt

export type Write = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

const texts: Record<PageLanguage, Record<TextKey, string>> = { pt, en, es }

/** Plain text, which the HTML template escapes. */
export const textsOf =
  (language: PageLanguage, name: string): Write =>
  (key, values = {}) => {
    const text = texts[language][key]
    // A name that ends with a full stop, like `Acme S.A.`, must not get a second one.
    const written = name.endsWith('.') ? text.replaceAll('{name}.', '{name}') : text
    return written.replaceAll(/\{(\w+)\}/g, (place, field: string) =>
      String({ name, ...values }[field] ?? place),
    )
  }

/** The version of the consent text: it changes with the text, and each consent records it. */
export const consentVersion = '2026-11-28.3'

/** The keys of the error texts that may be in a URL. */
const saidKeys = [
  'codeMissing', 'codeWrong', 'codeExpired', 'codeSpent', 'sendLimit', 'sendNobody',
  'documentMissing', 'documentUnreadable', 'documentTooLarge', 'digitalNoPdf', 'documentDigest',
  'faceExpired', 'faceRetry', 'serviceBusy', 'documentSame', 'formTooLong',
] as const satisfies readonly TextKey[] // prettier-ignore

export const findMessageKey = (name: string | undefined): TextKey | undefined =>
  saidKeys.find((known) => known === name)
