// Texts about a document that is exported as a file: how to get it, and what to do when its signature proves nothing.

export const digitalDocument = {
  pt: {
    digitalTitle: 'Tenho o documento digital (PDF)',
    digitalCnh: 'CNH: no app CNH do Brasil, exporte o documento em PDF.',
    digitalCin: 'CIN: no app gov.br, abra a carteira e salve em PDF.',
    digitalAsIs:
      'Envie o arquivo como o app o salvou: se outro programa o abrir e salvar, a assinatura do órgão se perde.',
    digitalFile: 'PDF da CNH ou da CIN',
    digitalHint: 'PDF, até 10 MB.',
    digitalSend: 'Enviar PDF',
    digitalNoPdf: 'O arquivo não é um PDF de até 10 MB. Exporte o documento no app, ou fotografe.',
    hintFileAltered:
      'O arquivo mudou depois que o órgão o assinou. Exporte outra vez no app e envie sem abrir em outro programa.',
    hintFileUnproven:
      'Não conseguimos confirmar a assinatura do órgão neste arquivo. Fotografe o documento.',
  },
  en: {
    digitalTitle: 'I have the digital document (PDF)',
    digitalCnh: 'CNH: in the app CNH do Brasil, export the document as a PDF.',
    digitalCin: 'CIN: in the app gov.br, open the card and save it as a PDF.',
    digitalAsIs:
      'Send the file as the app has saved it: another program that opens and saves it loses the signature of the issuer.',
    digitalFile: 'PDF of the CNH or CIN',
    digitalHint: 'PDF, up to 10 MB.',
    digitalSend: 'Send PDF',
    digitalNoPdf:
      'The file is not a PDF of up to 10 MB. Export the document in the app, or photograph it.',
    hintFileAltered:
      'The file has changed since its issuer signed it. Export it again in the app, and send it without opening it elsewhere.',
    hintFileUnproven:
      'We could not confirm the signature of the issuer in this file. Photograph the document.',
  },
  es: {
    digitalTitle: 'Tengo el documento digital (PDF)',
    digitalCnh: 'CNH: en la app CNH do Brasil, exporte el documento en PDF.',
    digitalCin: 'CIN: en la app gov.br, abra el carné y guárdelo en PDF.',
    digitalAsIs:
      'Envíe el archivo como la app lo guardó: si otro programa lo abre y lo guarda, se pierde la firma del emisor.',
    digitalFile: 'PDF de la CNH o de la CIN',
    digitalHint: 'PDF, hasta 10 MB.',
    digitalSend: 'Enviar PDF',
    digitalNoPdf:
      'El archivo no es un PDF de hasta 10 MB. Exporte el documento en la app, o fotografíelo.',
    hintFileAltered:
      'El archivo cambió después de que el emisor lo firmó. Expórtelo otra vez en la app y envíelo sin abrirlo en otro programa.',
    hintFileUnproven:
      'No pudimos confirmar la firma del emisor en este archivo. Fotografíe el documento.',
  },
} as const
