// The numbers of decisions 3 and 4 and of messaging 13.2 for SMS tokens, SMS 2FA and WhatsApp 2FA.

export const settings = {
  ttlMinutes: 10,
  /** Wrong codes one record takes. */
  checksMax: 5,
  /** Wrong codes a transaction takes in 24 hours, whatever records it has. */
  failedChecksMax: 15,
  /** Records of one capability of a transaction in any 60 minutes: `smsSendLimit` and `sendLimit`. */
  sendsMax: 3,
  /** After the first, second, third and later record of the window. */
  cooldownSeconds: [30, 60, 120],
  /** Messages to one number over all transactions and capabilities, by wall time. */
  phoneTenMinutesMax: 5,
  phoneDayMax: 10,
} as const

export function expiryOf(createdAt: number): number {
  return createdAt + settings.ttlMinutes * 60_000
}
