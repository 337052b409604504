/** The languages of messages and of pages; Brazilian Portuguese is the default. */
export type Language = 'pt' | 'en'

/** The languages in the notation of `lang` attributes and `Content-Language`. */
export const languageTags = { pt: 'pt-BR', en: 'en' } as const satisfies Record<Language, string>

/** The language of a vendor template’s tag. */
export const languageOf = (tag: string): Language => (tag.startsWith('en') ? 'en' : 'pt')

/** The supported language that an `Accept-Language` header prefers. */
export function pickLanguage(header: string | undefined): Language {
  const weightOf = (language: Language) => {
    const weights = (header ?? '').split(',').map((range) => weigh(range, language))
    return Math.max(0, ...weights)
  }
  return weightOf('en') > weightOf('pt') ? 'en' : 'pt'
}

/** The weight that one range of the header gives to a language; 0 when it names another one. */
function weigh(range: string, language: Language): number {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
  if (tag !== language && !tag.startsWith(`${language}-`)) return 0
  const given = parameters.find((parameter) => parameter.trim().startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.trim().slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
