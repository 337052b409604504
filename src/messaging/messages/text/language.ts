/** The languages of messages and pages; Brazilian Portuguese where nothing else is asked for. */
export type Language = 'pt' | 'en'

/** As `lang` attributes and `Content-Language` spell it. */
export const languageTags = { pt: 'pt-BR', en: 'en' } as const satisfies Record<Language, string>

/** Of a tag as vendors' templates have it. */
export const languageOf = (tag: string): Language => (tag.startsWith('en') ? 'en' : 'pt')

/** The language that an `Accept-Language` header likes best among ours. */
export function pickLanguage(header: string | undefined): Language {
  const weightOf = (language: Language) => {
    const weights = (header ?? '').split(',').map((range) => weigh(range, language))
    return Math.max(0, ...weights)
  }
  return weightOf('en') > weightOf('pt') ? 'en' : 'pt'
}

/** The weight that one range of the header gives to a language, 0 for another one's. */
function weigh(range: string, language: Language): number {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
  if (tag !== language && !tag.startsWith(`${language}-`)) return 0
  const given = parameters.find((parameter) => parameter.trim().startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.trim().slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
