// The built-in wordings, for a deployment or a tenant that has none of its own. SMS stays within GSM-7: one accent
// that is not in it more than halves what a message holds.
import type { Language } from '../text/language.ts'

/**
 * `{purpose}` what is confirmed, `{brand}` who asks, `{minutes}` how long it counts; a token has `{code}` and `{link}`, a question by
 * SMS `{1}` and `{2}`: what to type, which begins with a reply code where tenants share the sender.
 */
export type Template = {
  readonly text: string
  /** Labels of the answers, by option. */
  readonly options?: Readonly<Record<'1' | '2', string>>
  /** The option that is the yes, where its label does not say so. */
  readonly yes?: 1 | 2
  /** The text where there is a purpose, which stands at `{purpose}`; without it the purpose follows the text. */
  readonly purposeText?: string
}

export const builtIn = {
  'sms-token': {
    pt: {
      text: '{brand}: codigo {code}, vale {minutes} min. Nao o passe a ninguem. Ou confirme em {link}',
      purposeText:
        '{brand}: codigo {code} para: {purpose}. Vale {minutes} min. Nao o passe a ninguem. Ou confirme em {link}',
    },
    en: {
      text: '{brand}: code {code}, valid for {minutes} min. Share it with nobody. Or confirm at {link}',
      purposeText:
        '{brand}: code {code} for: {purpose}. Valid for {minutes} min. Share it with nobody. Or confirm at {link}',
    },
  },
  'sms-2fa': {
    pt: {
      text: '{brand}: foi voce que pediu esta operacao? Responda {1} para SIM ou {2} para NAO em ate {minutes} min.',
      purposeText:
        '{brand}: foi voce que pediu isto? {purpose}. Responda {1} para SIM ou {2} para NAO em ate {minutes} min.',
      options: { 1: 'Sim', 2: 'Não' },
    },
    en: {
      text: '{brand}: did you ask for this operation? Reply {1} for YES or {2} for NO within {minutes} min.',
      purposeText:
        '{brand}: did you ask for this? {purpose}. Reply {1} for YES or {2} for NO within {minutes} min.',
      options: { 1: 'Yes', 2: 'No' },
    },
  },
  'whatsapp-2fa': {
    pt: {
      text: 'Olá! {brand} pede sua confirmação: foi você que pediu esta operação? Responda em até {minutes} minutos.',
      purposeText:
        'Olá! {brand} pede sua confirmação. Foi você que pediu isto?\n\n{purpose}\n\nResponda em até {minutes} minutos.',
      options: { 1: 'Sim', 2: 'Não' },
    },
    en: {
      text: 'Hello! {brand} asks for your confirmation: did you ask for this operation? Please answer within {minutes} minutes.',
      purposeText:
        'Hello! {brand} asks for your confirmation. Did you ask for this?\n\n{purpose}\n\nPlease answer within {minutes} minutes.',
      options: { 1: 'Yes', 2: 'No' },
    },
  },
} as const satisfies Record<string, Record<Language, Template>>

/** The messages that have wordings of their own; an e-mail's is that of its layout. */
export type Worded = keyof typeof builtIn
