// Insights about values that other transactions have shown too.
import { isFired } from '../velocity-alerts.ts'
import { entry } from './entry.ts'

const history = entry('history')
const atLeast = (count: number | undefined, least: number) => count !== undefined && count >= least

/** The counts include this transaction. */
export const velocityInsights = [
  history('VL001 A D', {
    pt: 'Documento em 3 ou mais transações em 24 horas',
    en: 'The document is in 3 or more transactions in 24 hours',
    applies: ({ velocity }) => isFired('VL001', velocity),
  }),
  history('VL002 A ED', {
    pt: 'E-mail usado por 4 ou mais documentos em 30 dias',
    en: '4 or more documents have used the e-mail address in 30 days',
    applies: ({ velocity }) => isFired('VL002', velocity),
  }),
  history('VL003 A TD', {
    pt: 'Telefone usado por 5 ou mais documentos em 30 dias',
    en: '5 or more documents have used a phone in 30 days',
    applies: ({ velocity }) => isFired('VL003', velocity),
  }),
  history('VL004 A CD', {
    pt: 'Cartão usado por 3 ou mais documentos em 30 dias',
    en: '3 or more documents have used the card in 30 days',
    applies: ({ velocity }) => isFired('VL004', velocity),
  }),
  history('VL005 A XD', {
    pt: 'Dispositivo usado por 5 ou mais documentos em 30 dias',
    en: '5 or more documents have used the device in 30 days',
    applies: ({ velocity }) => isFired('VL005', velocity),
  }),
  history('VL006 A DNB', {
    pt: 'Documento com outro nome ou nascimento antes',
    en: 'The document had another name or birth date before',
    applies: ({ velocity }) => isFired('VL006', velocity),
  }),
  history('VL007 A D', {
    pt: 'Documento em 5 ou mais transações em 1 hora',
    en: 'The document is in 5 or more transactions in an hour',
    applies: ({ velocity }) => isFired('VL007', velocity),
  }),
  history('VL008 A E', {
    pt: 'E-mail em transações de 5 ou mais documentos em 1 hora',
    en: 'The e-mail address is in transactions of 5 or more documents in an hour',
    applies: ({ velocity }) => isFired('VL008', velocity),
  }),
  history('VL009 A T', {
    pt: 'Telefone em transações de 5 ou mais documentos em 1 hora',
    en: 'A phone is in transactions of 5 or more documents in an hour',
    applies: ({ velocity }) => isFired('VL009', velocity),
  }),
  history('VL010 A C', {
    pt: 'Cartão em transações de 5 ou mais documentos em 1 hora',
    en: 'The card is in transactions of 5 or more documents in an hour',
    applies: ({ velocity }) => isFired('VL010', velocity),
  }),
  history('VL011 A X', {
    pt: 'Dispositivo com tentativas de 5 ou mais documentos em 1 hora',
    en: 'Attempts from the device for 5 or more documents in an hour',
    applies: ({ velocity }) => isFired('VL011', velocity),
  }),
  history('VL012 N DE', {
    pt: 'Documento com 3 ou mais e-mails em 30 dias',
    en: 'The document has used 3 or more e-mail addresses in 30 days',
    applies: ({ velocity }) => atLeast(velocity.emailsPerDocument, 3),
  }),
  history('VL013 N DT', {
    pt: 'Documento com 4 ou mais telefones em 30 dias',
    en: 'The document has used 4 or more phones in 30 days',
    applies: ({ velocity }) => atLeast(velocity.phonesPerDocument, 4),
  }),
  history('VL014 A DC', {
    pt: 'Documento com 4 ou mais cartões em 30 dias',
    en: 'The document has used 4 or more cards in 30 days',
    applies: ({ velocity }) => isFired('VL014', velocity),
  }),
  history('VL015 A DX', {
    pt: 'Documento em 3 ou mais dispositivos em 30 dias',
    en: 'The document has used 3 or more devices in 30 days',
    applies: ({ velocity }) => isFired('VL015', velocity),
  }),
] as const
