// The built-in wordings, for a deployment or tenant without its own. SMS texts stay within GSM-7: one character outside
// of it more than halves the capacity of a message.
import type { Language } from '../text/language.ts'

/**
 * The placeholders are `{purpose}` (what is confirmed), `{brand}` (who asks) and `{minutes}` (the validity). A token
 * has `{code}` and `{link}`; a question by SMS has `{1}` and `{2}`: what to type, with a reply code in front where
 * tenants share the sender.
 */
export type Template = {
  readonly text: string
  /** The labels of the answers, by option. */
  readonly options?: Readonly<Record<'1' | '2', string>>
  /** The option that is the yes, where its label does not show it. */
  readonly yes?: 1 | 2
  /** The text for messages with a purpose, which replaces `{purpose}`; without such a text the purpose is appended. */
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

/** The messages with wordings; an e-mail has its words in its layout. */
export type Worded = keyof typeof builtIn
