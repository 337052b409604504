// Writes the message to a person who has answered: to who was not understood the answers again, as they can be typed,
// and nothing of the question; to who has said no that it was noted.
import { toGsm } from './text/gsm.ts'
import type { Language } from './text/language.ts'

type Wanted = {
  readonly channel: 'sms' | 'whatsapp'
  readonly language: Language
  readonly brand: string
  /** The digits that are typed before an option. */
  readonly replyCode: string | null
  readonly options: readonly { readonly option: number; readonly label: string }[]
}

const texts = {
  pt: { say: 'não entendemos a sua resposta. Responda', means: 'para', or: 'ou' },
  en: { say: 'we did not understand your answer. Reply', means: 'for', or: 'or' },
} as const satisfies Record<Language, object>

export function writeHelp({ channel, language, brand, replyCode, options }: Wanted): string {
  const { say, means, or } = texts[language]
  const answers = options.map(({ option, label }) => {
    const typed = replyCode === null ? String(option) : `${replyCode} ${option}`
    return `${typed} ${means} ${label}`
  })
  const last = answers.slice(-1)
  const list = [answers.slice(0, -1).join(', '), ...last].filter((part) => part !== '')
  const text = `${brand}: ${say} ${list.join(` ${or} `)}.`
  return channel === 'sms' ? toGsm(text) : text
}

const noted = {
  pt: 'registramos o seu não. Obrigado por avisar.',
  en: 'we have noted your no. Thank you for telling us.',
} as const satisfies Record<Language, string>

/** To who has said no, whenever that was. */
export function writeAcknowledgement({
  channel,
  language,
  brand,
}: Pick<Wanted, 'channel' | 'language' | 'brand'>): string {
  const text = `${brand}: ${noted[language]}`
  return channel === 'sms' ? toGsm(text) : text
}
