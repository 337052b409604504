// The kinds of messages, and the channels that they go by.
export type Channel = 'email' | 'sms' | 'whatsapp'

export type ChallengeKind = 'email-token' | 'sms-token' | 'sms-2fa' | 'whatsapp-2fa'

export const channelOf = {
  'email-token': 'email',
  'sms-token': 'sms',
  'sms-2fa': 'sms',
  'whatsapp-2fa': 'whatsapp',
} as const satisfies Record<ChallengeKind, Channel>

/** Tokens are answered by a code or a link; the others by a reply. */
export const isToken = (challengeKind: ChallengeKind): boolean => challengeKind.endsWith('-token')

/** The name of a message’s template; on WhatsApp messages with a purpose have a template of their own. */
export const templateOf = (challengeKind: ChallengeKind, hasPurpose: boolean): string =>
  hasPurpose && challengeKind === 'whatsapp-2fa' ? 'whatsapp-2fa-purpose' : challengeKind
