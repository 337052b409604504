import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { pt, type TextKey } from './pt.ts'

export type { TextKey } from './pt.ts'

export type Write = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

const all: Record<PageLanguage, Record<TextKey, string>> = { pt, en, es }

/** Plain text; whoever puts it into HTML escapes it. */
export const textsOf =
  (language: PageLanguage, name: string): Write =>
  (key, values = {}) => {
    const text = all[language][key]
    // A name like `Acme S.A.` brings the full stop of the sentence.
    const written = name.endsWith('.') ? text.replaceAll('{name}.', '{name}') : text
    return written.replaceAll(/\{(\w+)\}/g, (place, field: string) =>
      String({ name, ...values }[field] ?? place),
    )
  }

/** What a person agrees to: another text is another version, and which one was shown is kept. */
export const consentVersion = '2026-11-28.1'

/** What a form can be refused for: their names may stand in an address. */
const saidKeys = [
  'codeMissing',
  'codeWrong',
  'codeExpired',
  'codeSpent',
  'sendLimit',
  'sendNobody',
  'documentMissing',
  'documentUnreadable',
  'documentTooLarge',
  'digitalNoPdf',
  'documentDigest',
  'faceExpired',
  'faceRetry',
  'serviceBusy',
  'documentSame',
] as const satisfies readonly TextKey[]

export const findSaid = (name: string | undefined): TextKey | undefined =>
  saidKeys.find((known) => known === name)
