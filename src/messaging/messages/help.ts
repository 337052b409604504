// Builds the message to a person who has replied: for a reply that was not understood the options again, as they can be
// typed (and what tells several questions apart), for a no the acknowledgement.
import { toGsm } from './text/gsm.ts'
import type { Language } from './text/language.ts'

type Options = readonly { readonly option: number; readonly label: string }[]

type Written = {
  readonly channel: 'sms' | 'whatsapp'
  readonly language: Language
  readonly brand: string
}

type Wanted = Written & {
  /** The digits to type before an option. */
  readonly replyCode: string | null
  readonly options: Options
}

/** One of several open questions at a number, as shown to the person. */
export type OpenQuestion = {
  /** The name of the asking company. */
  readonly brand: string
  readonly replyCode: string
  readonly purpose: string
  readonly options: Options
}

const texts = {
  pt: {
    say: 'não entendemos a sua resposta. Responda',
    several: 'há mais de uma pergunta aberta neste número',
    reply: 'Responda',
    asWritten: 'Responda como diz a mensagem de cada uma',
    noToAll: 'Para negar todas, responda NÃO.',
    means: 'para',
    or: 'ou',
  },
  en: {
    say: 'we did not understand your answer. Reply',
    several: 'more than one question is open at this number',
    reply: 'Reply',
    asWritten: 'Reply as the message of each one says',
    noToAll: 'To deny all of them, reply NO.',
    means: 'for',
    or: 'or',
  },
} as const satisfies Record<Language, object>

export function writeHelp({ channel, language, brand, replyCode, options }: Wanted): string {
  const { say } = texts[language]
  return write(channel, `${brand}: ${say} ${listAnswers(language, replyCode, options)}.`)
}

/**
 * Writes the help for a person who replied while several questions were open: each question by its code, and a no to
 * all of them.
 */
export function writeHelpOfSeveral(
  { channel, language, brand }: Written,
  questions: readonly OpenQuestion[],
): string {
  const { several, reply, asWritten, noToAll } = texts[language]
  const list = questions.map(
    (one) => `${one.brand}, ${one.purpose}: ${listAnswers(language, one.replyCode, one.options)}`,
  )
  const how = list.length === 0 ? asWritten : `${reply}: ${list.join('; ')}`
  return write(channel, `${brand}: ${several}. ${how}. ${noToAll}`)
}

function listAnswers(language: Language, replyCode: string | null, options: Options): string {
  const { means, or } = texts[language]
  const answers = options.map(({ option, label }) => {
    const typed = replyCode === null ? String(option) : `${replyCode} ${option}`
    return `${typed} ${means} ${label}`
  })
  const last = answers.slice(-1)
  const list = [answers.slice(0, -1).join(', '), ...last].filter((part) => part !== '')
  return list.join(` ${or} `)
}

const noted = {
  pt: 'registramos o seu não. Obrigado por avisar.',
  en: 'we have noted your no. Thank you for telling us.',
} as const satisfies Record<Language, string>

/** Acknowledges a no, whenever it was given. */
export const writeAcknowledgement = ({ channel, language, brand }: Written): string =>
  write(channel, `${brand}: ${noted[language]}`)

const write = (channel: Written['channel'], text: string): string =>
  channel === 'sms' ? toGsm(text) : text
