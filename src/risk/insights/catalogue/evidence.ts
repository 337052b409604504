// Insights about faces, documents and devices.
import { entry } from './entry.ts'

const ofModule = entry('module')

export const biometricInsights = [
  ofModule('BM001 P M', {
    pt: 'Prova de vida aprovada',
    en: 'Liveness was proved',
    applies: ({ liveness }) => liveness.status === 1,
  }),
  ofModule('BM002 A M', {
    pt: 'Suspeita de fraude na prova de vida',
    en: 'Liveness is suspected to be spoofed',
    applies: ({ liveness }) => liveness.status === 2,
  }),
  ofModule('BM003 N M', {
    pt: 'Prova de vida inconclusiva',
    en: 'Liveness is inconclusive',
    applies: ({ liveness }) => liveness.status === 0,
  }),
  ofModule('BM004 P MD', {
    pt: 'Rosto confere com o documento',
    en: "The face is that of the document's portrait",
    applies: ({ faceMatch }) => faceMatch.verdict === 'match',
  }),
  ofModule('BM005 A MD', {
    pt: 'Rosto diverge do documento',
    en: "The face is not that of the document's portrait",
    applies: ({ faceMatch }) => faceMatch.verdict === 'no-match',
  }),
  ofModule('BM006 A DN', {
    pt: 'Nome lido no documento diverge',
    en: "The name on the document is not the transaction's",
    applies: ({ documentReading }) => documentReading.alerts?.includes('NAME_MISMATCH'),
  }),
  ofModule('BM007 A D', {
    pt: 'Documento vencido',
    en: 'The document has expired',
    applies: ({ documentReading }) => documentReading.alerts?.includes('DOCUMENT_EXPIRED'),
  }),
  ofModule('BM008 A D', {
    pt: 'Número lido no documento diverge',
    en: "The number on the document is not the transaction's",
    applies: ({ documentReading }) => documentReading.alerts?.includes('CPF_MISMATCH'),
  }),
  ofModule('BM009 P D', {
    pt: 'Imagem do documento reconhecida e aprovada',
    en: "The document's picture was recognised and approved",
    applies: ({ documentReading }) => documentReading.result === 'Aprovado',
  }),
  ofModule('BM010 A D', {
    pt: 'Imagem do documento reprovada',
    en: "The document's picture was rejected",
    applies: ({ documentReading }) => documentReading.result === 'Reprovado',
  }),
  ofModule('BM011 A D', {
    pt: 'Tipo de documento não reconhecido na imagem',
    en: 'The type of the document was not recognised on its picture',
    applies: ({ documentReading }) => documentReading.alerts?.includes('UNKNOWN_DOCUMENT'),
  }),
  ofModule('BM012 A MD', {
    pt: 'Nenhum rosto legível no documento',
    en: 'No face can be read on the document',
    applies: ({ documentReading }) => documentReading.alerts?.includes('NO_PORTRAIT'),
  }),
  ofModule('BM013 A D', {
    pt: 'Leitura do documento incompleta ou incerta',
    en: 'The document was read in part, or without certainty',
    applies: ({ documentReading }) => documentReading.alerts?.includes('LOW_CONFIDENCE'),
  }),
  ofModule('BM014 A MD', {
    pt: 'Rosto do documento é de outra pessoa',
    en: "The document's portrait is another person's than the selfie",
    applies: ({ documentReading }) => documentReading.alerts?.includes('PORTRAIT_MISMATCH'),
  }),
  ofModule('BM015 A D', {
    pt: 'Zona legível por máquina ou código diverge do impresso',
    en: 'The machine-readable zone or a code says otherwise than the print',
    applies: ({ documentReading: { alerts } }) =>
      alerts?.some((alert) => alert === 'MRZ_MISMATCH' || alert === 'CODE_MISMATCH'),
  }),
  ofModule('BM016 A D', {
    pt: 'Mesma imagem enviada com outro documento',
    en: 'The same picture was sent with another document',
    applies: ({ documents, liveness }) =>
      [documents, liveness].some((one) => (one.samePictures ?? 0) > 0),
  }),
] as const

export const deviceInsights = [
  ofModule('DV001 A X', {
    pt: 'Dispositivo de alto risco',
    en: 'The device is of high risk',
    applies: ({ device }) => device.scoreClassification === 3 && device.status !== 0,
  }),
  ofModule('DV002 P X', {
    pt: 'Dispositivo de baixo risco',
    en: 'The device is of low risk',
    applies: ({ device }) => device.scoreClassification === 1,
  }),
  ofModule('DV003 N X', {
    pt: 'Dispositivo de médio risco',
    en: 'The device is of medium risk',
    applies: ({ device }) => device.scoreClassification === 2,
  }),
] as const
