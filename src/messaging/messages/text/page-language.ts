// The languages of pages. Messages have fewer: readers of Spanish get them in Portuguese.
import type { Language } from './language.ts'

export const pageLanguages = ['pt', 'en', 'es'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** The languages in the notation of `lang` attributes and `Content-Language`. */
export const pageTags = { pt: 'pt-BR', en: 'en', es: 'es' } as const satisfies Record<
  PageLanguage,
  string
>

export const messageLanguage = (language: PageLanguage): Language =>
  language === 'es' ? 'pt' : language

/** The supported language that an `Accept-Language` header prefers; `usual` when it prefers none. */
export function pickPageLanguage(header = '', usual: PageLanguage = 'pt'): PageLanguage {
  const weighed = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const given = parameters.find((one) => one.trim().startsWith('q='))
    const weight = given === undefined ? 1 : Number(given.trim().slice(2))
    const language = pageLanguages.find((one) => tag === one || tag.startsWith(`${one}-`))
    return { language, weight: weight >= 0 && weight <= 1 ? weight : 0 }
  })
  const [best] = weighed
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return best?.language ?? usual
}
