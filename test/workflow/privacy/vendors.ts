// Those who carry the person's live messages, and the configuration that names them: with wordings that
// stand nowhere by chance.
import { type MetaServer, startMeta } from '#test/support/vendors/meta.ts'
import { startTwilio, type TwilioServer } from '#test/support/vendors/twilio.ts'

export type PrivacyVendors = {
  readonly twilio: TwilioServer
  readonly meta: MetaServer
  /** For the configuration. */
  readonly MESSAGING: string
  close(): Promise<void>
}

export const sender = '+5511912340000'

/** What the person reads and could answer; nobody else is to. */
export const wordings = {
  token: 'Chave do Wolpertinger',
  question: 'Pergunta ao Wolpertinger',
  chat: 'Conversa com o Wolpertinger',
  yes: 'Wolpertinger Afirma',
  no: 'Wolpertinger Nega',
} as const

const templates = {
  'sms-token': { 'pt-BR': { text: `${wordings.token}: {code}, {link}` } },
  'sms-2fa': {
    'pt-BR': {
      text: `${wordings.question}: {1} ou {2}?`,
      options: { 1: wordings.yes, 2: wordings.no },
    },
  },
  'whatsapp-2fa': {
    'pt-BR': { text: wordings.chat, options: { 1: wordings.yes, 2: wordings.no } },
  },
}

export async function startPrivacyVendors(): Promise<PrivacyVendors> {
  const [twilio, meta] = await Promise.all([startTwilio(), startMeta()])
  const accounts = {
    'twilio-own': {
      vendor: 'twilio',
      accountSid: twilio.accountSid,
      authToken: twilio.authToken,
      baseUrl: twilio.url,
      senders: { sms: sender },
      shared: false,
    },
    'meta-own': {
      vendor: 'meta',
      phoneNumberId: meta.phoneNumberId,
      accessToken: meta.accessToken,
      appSecret: meta.appSecret,
      verifyToken: 'verify-token-of-meta-own',
      senderNumber: sender,
      graphUrl: meta.url,
      templates: { 'whatsapp-2fa': { 'pt-BR': { name: 'question', language: 'pt_BR' } } },
      shared: false,
    },
  }
  const channels = { sms: ['twilio-own'], whatsapp: ['meta-own'] }
  return {
    twilio,
    meta,
    MESSAGING: JSON.stringify({ accounts, channels, templates }),
    async close() {
      await Promise.all([twilio.close(), meta.close()])
    },
  }
}
