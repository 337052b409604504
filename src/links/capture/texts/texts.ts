import type { Language } from '#src/messaging/messages/text/language.ts'
import { en } from './en.ts'
import { pt, type TextKey } from './pt.ts'

export type { TextKey } from './pt.ts'

export type Write = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

const all: Record<Language, Record<TextKey, string>> = { pt, en }

/** Plain text; whoever puts it into HTML escapes it. */
export const textsOf =
  (language: Language, name: string): Write =>
  (key, values = {}) =>
    all[language][key].replaceAll(/\{(\w+)\}/g, (place, field: string) =>
      String({ name, ...values }[field] ?? place),
    )

/** What a person agrees to: another text is another version, and which one was shown is kept. */
export const consentVersion = '2026-11-22'

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
  'documentDigest',
  'faceExpired',
  'faceRetry',
  'serviceBusy',
] as const satisfies readonly TextKey[]

export const findSaid = (name: string | undefined): TextKey | undefined =>
  saidKeys.find((known) => known === name)
