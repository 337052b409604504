// Live accounts whose vendors are small servers of the test: two like Twilio, which support look-ups, and one each like
// Zenvia and Meta, which do not.
import { randomInt } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { listen } from '#test/support/servers/listen.ts'
import { type MetaServer, startMeta } from '#test/support/vendors/meta.ts'
import { type TwilioMessage, type TwilioServer, startTwilio } from '#test/support/vendors/twilio.ts'
import { type ZenviaServer, startZenvia } from '#test/support/vendors/zenvia.ts'

export type Carriers = {
  readonly first: TwilioServer
  readonly second: TwilioServer
  readonly blind: ZenviaServer
  readonly meta: MetaServer
  /** Configuration variables; each tenant has its own channel, so that tests do not affect each other. */
  readonly environment: { readonly MESSAGING: string }
  /** The same, but `mute` is a normal account of `second`. */
  readonly environmentLater: { readonly MESSAGING: string }
  /** The number of connections to `mute`, which never become writable. */
  readonly countMuted: () => number
  close(): Promise<void>
}

type Account = 'first' | 'second' | 'blind' | 'meta' | 'dead' | 'mute'

export const senderOf = { first: '+5511912340001', second: '+5511912340002' } as const

/** WhatsApp is sent through Meta only, although the Twilio accounts have a sender for it. */
const channelOf = (account: Account) => (account === 'meta' ? 'whatsapp' : 'sms')

/**
 * `tenants`: the accounts of each tenant in the order of their use. No server listens at `dead`; `mute` accepts
 * connections and never completes the TLS handshake, so that nothing is written.
 */
export async function startCarriers(
  tenants: Readonly<Record<string, readonly Account[]>>,
): Promise<Carriers> {
  const [first, second] = await Promise.all([startTwilio(), startTwilio()])
  const [blind, meta, mute] = await Promise.all([startZenvia(), startMeta(), startMute()])
  const twilio = ({ accountSid, authToken }: TwilioServer, sms: string, baseUrl: string) => ({
    vendor: 'twilio',
    accountSid,
    authToken,
    baseUrl,
    shared: false,
    senders: { sms, whatsapp: sms },
  })
  const write = (muteUrl: string) => {
    const accounts = {
      first: twilio(first, senderOf.first, first.url),
      second: twilio(second, senderOf.second, second.url),
      dead: twilio(second, '+5511912340003', 'http://127.0.0.1:9'),
      mute: twilio(second, '+5511912340004', muteUrl),
      blind: {
        vendor: 'zenvia',
        token: blind.token,
        baseUrl: blind.url,
        shared: false,
        secret: 'only-the-vendor-knows-it',
        senders: { sms: 'acme-sms' },
      },
      meta: {
        vendor: 'meta',
        phoneNumberId: meta.phoneNumberId,
        accessToken: meta.accessToken,
        appSecret: meta.appSecret,
        graphUrl: meta.url,
        verifyToken: 'only-meta-knows-it',
        senderNumber: `+${meta.displayNumber}`,
        templates: { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm', language: 'pt_BR' } } },
        shared: false,
      },
    }
    const own = Object.entries(tenants).map(([tenant, names]) => [
      tenant,
      { channels: Object.groupBy(names, channelOf) },
    ])
    return { MESSAGING: JSON.stringify({ accounts, tenants: Object.fromEntries(own) }) }
  }
  return {
    first,
    second,
    blind,
    meta,
    environment: write(mute.url),
    environmentLater: write(second.url),
    countMuted: () => mute.sockets.length,
    async close() {
      await Promise.all([first, second, blind, meta, mute].map((server) => server.close()))
    },
  }
}

async function startMute() {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
  })
  const port = await listen(server)
  return {
    url: `https://127.0.0.1:${port}`,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

type Phone = { countryCode: number; areaCode: number; number: number }

/** A mobile number that no other test uses, in the form of a request. */
export const newPhone = (): Phone => ({
  countryCode: 55,
  areaCode: 11,
  number: randomInt(960_000_000, 999_999_999),
})

export const toE164 = ({ countryCode, areaCode, number }: Phone): string =>
  `+${countryCode}${areaCode}${number}`

/** The messages to a number that a Twilio server has accepted. */
export const takenFor = (server: TwilioServer, phone: Phone): TwilioMessage[] =>
  server.messages.filter(({ to }) => to === toE164(phone))
