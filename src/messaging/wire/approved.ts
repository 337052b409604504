// Templates that vendors have approved, by our name of the message and by language.

/**
 * A template as a person reads it: the text with `{brand}`, `{minutes}` and, where it shows one, `{purpose}`, and the
 * labels of its buttons.
 */
export type Approved = {
  readonly language: string
  readonly text?: string
  readonly options?: Readonly<Record<'1' | '2', string>>
  /** The option that is the yes, where its label does not show it. */
  readonly yes?: 1 | 2
}

/** `{ 'whatsapp-2fa': { 'pt-BR': …, en: … } }`. */
export type Templates<T> = Readonly<Record<string, Readonly<Record<string, T>>>>

/**
 * The template in the message’s language, otherwise in Portuguese; undefined when the text is sent without a template,
 * as a free message is.
 */
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

/** The parts of a question’s template: two variables (brand and minutes), and a button for each option. */
export const questionTakes = { variables: 2, options: 2 } as const

type Worded = Pick<Approved, 'text' | 'options' | 'yes'>

/** The known wordings of an account’s templates. Only those of WhatsApp are shown as the vendor has them. */
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

/** The length of a WhatsApp button’s title, and the most buttons in one message. */
const titleMax = 20
export const buttonsMax = 3

export const toTitle = (label: string): string => Array.from(label).slice(0, titleMax).join('')

/** Vendors refuse a variable with a line break, a tab or more than four spaces. */
export const toVariable = (text: string): string => text.replace(/\s+/g, ' ').trim()
