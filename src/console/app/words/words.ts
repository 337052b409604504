// Texts in three languages of the same shape; the browser's language is used until the reader chooses one.
import { keep, recall } from '../shell/kept.ts'

export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

type Row = readonly [unknown, unknown, unknown]
export type Rows = { readonly [name: string]: Row | Rows }
type ColumnOf<R> = R extends readonly [infer T, unknown, unknown] ? T : { readonly [N in keyof R]: ColumnOf<R[N]> } // prettier-ignore

/** The document's language is the reader's: screen readers go by it, and requests that read. */
export const language = (): Language =>
  languages.find((one) => one === document.documentElement.lang) ?? 'pt'

/** The text in the reader's language, from texts in Portuguese, English and Spanish. */
export const inLanguage = <T>(row: readonly T[]): T | undefined =>
  row[languages.indexOf(language())]

/**
 * Texts by their names, each in Portuguese, English and Spanish; a missing one does not compile. They are in the language of
 * the moment in which they are read, so a page reads them while it is drawn.
 */
export function defineWords<R extends Rows>(rows: R): ColumnOf<R> {
  const columns = languages.map((_, at) => columnOf(rows, at))
  const words = Object.keys(rows).map((name) => {
    const get = () => inLanguage(columns)?.[name]
    return [name, { get, enumerable: true }] as const
  })
  // Safe because it has the names of the rows.
  return Object.defineProperties({}, Object.fromEntries(words)) as ColumnOf<R>
}

const columnOf = (rows: Rows, at: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    // Safe because each value is either a row, which is an array, or a group of rows.
    Object.entries(rows).map(([name, row]) => [name, Array.isArray(row) ? row[at] : columnOf(row as Rows, at)]), // prettier-ignore
  )

/** Dates and numbers look as readers of the language know them. */
export const locale = (): string => ({ pt: 'pt-BR', en: 'en-GB', es: 'es' })[language()]

const place = 'atesta-language'
const isLanguage = (text: string | undefined): text is Language =>
  languages.some((language) => language === text)

export function recallLanguage(): Language {
  const chosen = recall(place, 'localStorage')
  if (isLanguage(chosen)) return chosen
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  return asked.find(isLanguage) ?? 'pt'
}

export const keepLanguage = (chosen: Language): void => keep(place, chosen, 'localStorage')
