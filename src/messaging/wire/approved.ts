// Templates that a vendor has approved, by our name of the message and by its language.

/** A template as a person reads it: with `{brand}`, `{minutes}` and, where it shows one, `{purpose}`, and the labels of its buttons. */
export type Approved = {
  readonly language: string
  readonly text?: string
  readonly options?: Readonly<Record<'1' | '2', string>>
  /** The option that is the yes, where its label does not say so. */
  readonly yes?: 1 | 2
}

/** `{ 'whatsapp-2fa': { 'pt-BR': …, en: … } }`. */
export type Templates<T> = Readonly<Record<string, Readonly<Record<string, T>>>>

/** In the message's language, else in Portuguese; undefined: the text goes as it is, as what is free does. */
export function pickTemplate<T>(
  templates: Templates<T> = {},
  {
    template,
    language,
    isFree,
  }: { readonly template: string; readonly language: string; readonly isFree?: boolean },
): T | undefined {
  if (isFree) return undefined
  const byLanguage = Object.hasOwn(templates, template) ? templates[template] : undefined
  return byLanguage?.[language] ?? byLanguage?.['pt-BR']
}

/** The placeholders of a question’s template: the brand and the minutes; and a button for each answer. */
export const questionTakes = { variables: 2, options: 2 } as const

type Worded = Pick<Approved, 'text' | 'options' | 'yes'>

/** What is known of how an account's templates read. Only WhatsApp's are shown as the vendor has them. */
export const approvedIn =
  (templates: Templates<Worded | string> = {}) =>
  (template: string, language: string): Approved | undefined => {
    if (!template.startsWith('whatsapp-2fa')) return undefined
    const found = pickTemplate(templates, { template, language })
    if (found === undefined) return undefined
    const own = templates[template]?.[language] !== undefined
    const { text, options, yes } = typeof found === 'string' ? {} : found
    return {
      language: own ? language : 'pt-BR',
      ...(text !== undefined && { text }),
      ...(options && { options }),
      ...(yes && { yes }),
    }
  }

/** What fits on a button of WhatsApp, and how many of them one message takes. */
const titleMax = 20
export const buttonsMax = 3

export const toTitle = (label: string): string => Array.from(label).slice(0, titleMax).join('')

/** Vendors refuse a variable with a line break, a tab or more than four spaces. */
export const toVariable = (text: string): string => text.replace(/\s+/g, ' ').trim()
