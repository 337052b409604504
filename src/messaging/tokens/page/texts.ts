import type { PageLanguage } from '#src/messaging/messages/text/page-language.ts'

/** What a token confirms. */
export type Subject = 'email' | 'phone'

type Words = Record<'title' | 'lead' | 'small', string>
type Texts = Record<'done' | 'gone' | 'later' | 'many', (brand: string) => Words> & {
  confirm: (brand: string) => Words & { button: string; purposeLead: string }
}

const email: Record<PageLanguage, Texts> = {
  pt: {
    confirm: (brand) => ({
      title: 'Confirme seu e-mail',
      lead: `${brand} pediu a confirmação do seu endereço de e-mail. Toque no botão para confirmar que ele é seu.`,
      button: 'Confirmar e-mail',
      purposeLead: 'Você confirma',
      small: 'Não foi você que pediu? Feche esta página: nada será confirmado.',
    }),
    done: (brand) => ({
      title: 'E-mail confirmado',
      lead: 'Pronto, seu endereço de e-mail está confirmado.',
      small: `Volte para ${brand}; esta página pode ser fechada.`,
    }),
    gone: (brand) => ({
      title: 'Este link não vale mais',
      lead: `Ele pode ter vencido ou ter sido trocado por um mais novo. Volte para ${brand} e peça outra mensagem.`,
      small: 'Se você recebeu mais de uma mensagem, use a última.',
    }),
    later: () => ({
      title: 'Não deu para confirmar agora',
      lead: 'O serviço está fora do ar por um momento. Nada foi alterado.',
      small: 'Abra o link da mensagem outra vez em um minuto, ou use o código que está nela.',
    }),
    many: () => ({
      title: 'Muitas tentativas',
      lead: 'Este link foi aberto vezes demais em pouco tempo. Nada foi alterado.',
      small: 'Espere um minuto e abra o link da mensagem outra vez, ou use o código que está nela.',
    }),
  },
  en: {
    confirm: (brand) => ({
      title: 'Confirm your e-mail',
      lead: `${brand} asked to confirm your e-mail address. Use the button to confirm that it is yours.`,
      button: 'Confirm e-mail',
      purposeLead: 'You confirm',
      small: 'You did not ask for this? Close this page: nothing will be confirmed.',
    }),
    done: (brand) => ({
      title: 'E-mail confirmed',
      lead: 'Done, your e-mail address is confirmed.',
      small: `Go back to ${brand}; this page can be closed.`,
    }),
    gone: (brand) => ({
      title: 'This link is no longer valid',
      lead: `It may have expired, or a newer one may have taken its place. Go back to ${brand} and ask for another message.`,
      small: 'If you received more than one message, use the last one.',
    }),
    later: () => ({
      title: 'This could not be confirmed now',
      lead: 'The service is away for a moment. Nothing was changed.',
      small: 'Open the link of the message again in a minute, or use the code in it.',
    }),
    many: () => ({
      title: 'Too many tries',
      lead: 'This link was opened too often in a short time. Nothing was changed.',
      small: 'Wait for a minute and open the link of the message again, or use the code in it.',
    }),
  },
  es: {
    confirm: (brand) => ({
      title: 'Confirme su correo',
      lead: `${brand} pidió confirmar su dirección de correo. Toque el botón para confirmar que es suya.`,
      button: 'Confirmar correo',
      purposeLead: 'Usted confirma',
      small: '¿No lo pidió usted? Cierre esta página: no se confirmará nada.',
    }),
    done: (brand) => ({
      title: 'Correo confirmado',
      lead: 'Listo, su dirección de correo está confirmada.',
      small: `Vuelva a ${brand}; esta página se puede cerrar.`,
    }),
    gone: (brand) => ({
      title: 'Este enlace ya no vale',
      lead: `Puede haber vencido o haber sido cambiado por uno más nuevo. Vuelva a ${brand} y pida otro mensaje.`,
      small: 'Si recibió más de un mensaje, use el último.',
    }),
    later: () => ({
      title: 'Ahora no se pudo confirmar',
      lead: 'El servicio está fuera de línea por un momento. No cambió nada.',
      small: 'Abra el enlace del mensaje otra vez en un minuto, o use el código que trae.',
    }),
    many: () => ({
      title: 'Demasiados intentos',
      lead: 'Este enlace se abrió demasiadas veces en poco tiempo. No cambió nada.',
      small: 'Espere un minuto y abra el enlace del mensaje otra vez, o use el código que trae.',
    }),
  },
}

const phone: Record<PageLanguage, Texts> = {
  pt: {
    ...email.pt,
    confirm: (brand) => ({
      title: 'Confirme seu celular',
      lead: `${brand} pediu a confirmação do seu número de celular. Toque no botão para confirmar que ele é seu.`,
      button: 'Confirmar celular',
      purposeLead: 'Você confirma',
      small: 'Não foi você que pediu? Feche esta página: nada será confirmado.',
    }),
    done: (brand) => ({
      title: 'Celular confirmado',
      lead: 'Pronto, seu número de celular está confirmado.',
      small: `Volte para ${brand}; esta página pode ser fechada.`,
    }),
  },
  en: {
    ...email.en,
    confirm: (brand) => ({
      title: 'Confirm your phone',
      lead: `${brand} asked to confirm your mobile number. Use the button to confirm that it is yours.`,
      button: 'Confirm phone',
      purposeLead: 'You confirm',
      small: 'You did not ask for this? Close this page: nothing will be confirmed.',
    }),
    done: (brand) => ({
      title: 'Phone confirmed',
      lead: 'Done, your mobile number is confirmed.',
      small: `Go back to ${brand}; this page can be closed.`,
    }),
  },
  es: {
    ...email.es,
    confirm: (brand) => ({
      title: 'Confirme su celular',
      lead: `${brand} pidió confirmar su número de celular. Toque el botón para confirmar que es suyo.`,
      button: 'Confirmar celular',
      purposeLead: 'Usted confirma',
      small: '¿No lo pidió usted? Cierre esta página: no se confirmará nada.',
    }),
    done: (brand) => ({
      title: 'Celular confirmado',
      lead: 'Listo, su número de celular está confirmado.',
      small: `Vuelva a ${brand}; esta página se puede cerrar.`,
    }),
  },
}

/** Plain texts; the HTML template escapes them. */
export const pageTexts: Record<Subject, Record<PageLanguage, Texts>> = { email, phone }
