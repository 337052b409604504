// Facts about repetition: which values occurred in other transactions too, and how often.
import { number, words } from './fact.ts'
import { velocityAlerts } from './words.ts'

/**
 * Counted within a tenant and a mode, including this transaction. Transactions of the same document that share a phone,
 * an e-mail address or a device count once.
 */
export const velocity = {
  alerts: words(
    'The alerts that have fired, by the codes of their insights: `VL001` to `VL011`, `VL014`, `VL015`; empty where none has.',
    ...velocityAlerts,
  ),
  corrections: number('How often fields of the transaction were corrected.'),
  documentTransactionsPerDay: number(
    'Transactions of the document in 24 hours; those that share a phone, an e-mail address or a device count once.',
  ),
  documentTransactionsPerHour: number(
    'Transactions of the document in an hour; those that share a phone, an e-mail address or a device count once.',
  ),
  emailTransactionsPerHour: number(
    'Transactions with the e-mail address in an hour, those of one document once.',
  ),
  phoneTransactionsPerHour: number(
    'Transactions with one of the phones in an hour, those of one document once, of the busiest.',
  ),
  cardTransactionsPerHour: number(
    'Transactions with the card in an hour, those of one document once.',
  ),
  deviceAttemptsPerHour: number('Attempts from the device in an hour, those of one document once.'),
  documentsPerEmail: number('Documents with the e-mail address in 30 days.'),
  documentsPerPhone: number('Documents with one of the phones in 30 days, of the busiest.'),
  documentsPerCard: number('Documents with the card in 30 days.'),
  documentsPerDevice: number('Documents with the device in 30 days.'),
  emailsPerDocument: number('E-mail addresses of the document in 30 days.'),
  phonesPerDocument: number('Phones of the document in 30 days.'),
  cardsPerDocument: number('Cards of the document in 30 days.'),
  devicesPerDocument: number(
    'Devices of the document in 30 days; those that share a phone or an e-mail address count once.',
  ),
  namesPerDocument: number(
    'First names of the document in 400 days; one other of the same phone, e-mail address or device, or within an hour, was a mistake and counts not.',
  ),
  birthdatesPerDocument: number('Birth dates of the document in 400 days, as its first names.'),
} as const
