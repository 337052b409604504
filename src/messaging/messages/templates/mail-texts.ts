import type { Language } from '../text/language.ts'

export type MailWord =
  | 'subject'
  | 'title'
  | 'purposeLead'
  | 'codeLead'
  | 'buttonLead'
  | 'linkLead'
  | 'button'
  | 'validity'
  | 'addressLead'
  | 'notYouTitle'
  | 'notYou'
  | 'automatic'

type Words = Record<MailWord, string>

/** Plain texts; the HTML template escapes them. */
export const mailTexts = {
  pt: (brand, minutes) => ({
    subject: `Confirme seu e-mail · ${brand}`,
    title: 'Confirme seu e-mail',
    purposeLead: 'Você confirma:',
    codeLead: `Para confirmar este e-mail, digite este código na tela que o pediu:`,
    buttonLead: 'Ou confirme pelo botão:',
    linkLead: 'Ou abra este endereço e toque em “Confirmar e-mail”:',
    button: 'Confirmar e-mail',
    validity: `O código e o link valem por ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} e servem uma só vez.`,
    addressLead: 'O botão não abre? Copie este endereço para o navegador:',
    notYouTitle: 'Não foi você?',
    notYou: `Ignore esta mensagem: sem o código nada é confirmado. ${brand} nunca liga nem escreve para pedir este código; não o informe a ninguém.`,
    automatic: 'Esta mensagem é automática; respostas a ela não são lidas.',
  }),
  en: (brand, minutes) => ({
    subject: `Confirm your e-mail · ${brand}`,
    title: 'Confirm your e-mail',
    purposeLead: 'You confirm:',
    codeLead: `To confirm this e-mail address, enter this code on the page that asked for it:`,
    buttonLead: 'Or confirm with the button:',
    linkLead: 'Or open this address and choose “Confirm e-mail”:',
    button: 'Confirm e-mail',
    validity: `The code and the link are valid for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and work once.`,
    addressLead: 'The button does not open? Copy this address into your browser:',
    notYouTitle: 'Not you?',
    notYou: `Ignore this message: nothing is confirmed without the code. ${brand} never calls or writes to ask for this code; do not share it with anyone.`,
    automatic: 'This message was sent automatically; answers to it are not read.',
  }),
} as const satisfies Record<Language, (brand: string, minutes: number) => Words>
