// Texts in three languages of one shape; the browser's language counts until the reader has chosen one.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { keep, recall } from '../shell/kept.ts'

export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

type Row = readonly [unknown, unknown, unknown]
export type Rows = { readonly [name: string]: Row | Rows }
type ColumnOf<R> = R extends readonly [infer T, unknown, unknown] ? T : { readonly [N in keyof R]: ColumnOf<R[N]> } // prettier-ignore

/** A hook that gives the texts in the reader's language: each in Portuguese, English and Spanish; a missing one does not compile. */
export function defineWords<R extends Rows>(rows: R): () => ColumnOf<R> {
  const columns = languages.map((_, at) => columnOf(rows, at))
  // Safe because each column has the names of the rows.
  return () => columns[languages.indexOf(useLanguage())] as ColumnOf<R>
}

const columnOf = (rows: Rows, at: number): object =>
  Object.fromEntries(
    // Safe because a row is what is an array, and all else are rows.
    Object.entries(rows).map(([name, row]) => [name, Array.isArray(row) ? row[at] : columnOf(row as Rows, at)]), // prettier-ignore
  )

export const LanguageContext = createContext<{
  readonly language: Language
  readonly choose: (language: Language) => void
}>({ language: 'pt', choose: () => undefined })

export const useLanguage = (): Language => useContext(LanguageContext).language

/** The locale of each language, so that dates and numbers look as its readers know them. */
export const locales: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB', es: 'es' }

const place = 'atesta-language'
const isLanguage = (text: string | undefined): text is Language =>
  languages.some((language) => language === text)

export function recallLanguage(): Language {
  const chosen = recall(place, 'localStorage')
  if (isLanguage(chosen)) return chosen
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  return asked.find(isLanguage) ?? 'pt'
}

export const keepLanguage = (language: Language): void => keep(place, language, 'localStorage')
