// The adapters of vendors with their small servers.
import { randomBytes } from 'node:crypto'
import { createInfobip } from '#src/vendors/infobip/adapter.ts'
import { createMeta } from '#src/vendors/meta/adapter.ts'
import { createTwilio } from '#src/vendors/twilio/adapter.ts'
import { createZenvia } from '#src/vendors/zenvia/adapter.ts'
import {
  behaviours,
  hurried,
  json,
  latest,
  patient,
  phone,
  type PhoneChannel,
  publicBaseUrl,
  toRaw,
  type VendorHarness,
} from './harness.ts'
import { startInfobip } from './infobip.ts'
import { startMeta, writeStatus, writeTap } from './meta.ts'
import { startTwilio } from './twilio.ts'
import { startZenvia } from './zenvia.ts'

const twilioHarness = (channel: PhoneChannel) => async (): Promise<VendorHarness> => {
  const server = await startTwilio()
  const create = (accountSid: string, authToken: string, baseUrl: string, limits = patient) =>
    createTwilio({
      id: `twilio-${channel}`,
      accountSid,
      authToken,
      senders: { [channel]: '+5511912340000' },
      baseUrl,
      publicBaseUrl,
      shared: false,
      limits,
    })
  const toSender = channel === 'sms' ? '+5511912340000' : 'whatsapp:+5511912340000'
  const inboundUrl = `${publicBaseUrl}/hooks/twilio/inbound`
  return {
    provider: create(server.accountSid, server.authToken, server.url),
    stranger: create(server.accountSid, randomBytes(16).toString('hex'), server.url),
    at: (baseUrl) => create(server.accountSid, server.authToken, baseUrl, hurried),
    server,
    channel,
    given(scenario) {
      server.behaviour = behaviours[scenario](21_211)
      return phone
    },
    arrived: () => server.messages.length,
    async report(deliveryStatus) {
      const failed = { ErrorCode: '30005', ErrorMessage: `No such phone ${phone}` }
      const status = deliveryStatus === 'failed' ? 'undelivered' : deliveryStatus
      const fields = deliveryStatus === 'failed' ? failed : {}
      return toRaw(server.statusOf(latest(server.messages), status, fields))
    },
    async answer() {
      const { to } = latest(server.messages)
      return toRaw(server.inbound(inboundUrl, { From: to, To: toSender, Body: 'Sim' }))
    },
    elsewhere: () => toRaw(server.inbound(inboundUrl, { SmsStatus: 'nothing', CallSid: 'CA1' })),
    forge: (request) => ({
      ...request,
      rawBody: Buffer.from(`${Buffer.from(request.rawBody).toString()}&More=1`),
    }),
    close: () => server.close(),
  }
}

async function metaHarness(): Promise<VendorHarness> {
  const server = await startMeta()
  const create = (appSecret: string, graphUrl: string, limits = patient) =>
    createMeta({
      id: 'meta-main',
      phoneNumberId: server.phoneNumberId,
      accessToken: server.accessToken,
      appSecret,
      verifyToken: 'ours',
      senderNumber: '+5511912340000',
      graphUrl,
      templates: {},
      shared: false,
      limits,
    })
  const post = (change: object) => toRaw(server.callback(`${publicBaseUrl}/hooks/meta`, [change]))
  return {
    provider: create(server.appSecret, server.url),
    stranger: create('another-secret', server.url),
    at: (baseUrl) => create(server.appSecret, baseUrl, hurried),
    server,
    channel: 'whatsapp',
    given(scenario) {
      server.behaviour = behaviours[scenario](131_026)
      return phone
    },
    arrived: () => server.messages.length,
    async report(deliveryStatus) {
      const sent = latest(server.messages)
      const status = writeStatus(
        sent,
        deliveryStatus,
        deliveryStatus === 'failed' ? { code: 131_026 } : {},
      )
      return post({ statuses: [status] })
    },
    async answer() {
      const sent = latest(server.messages)
      return post({ messages: [writeTap(sent, sent.payloads[0] ?? '')] })
    },
    elsewhere: () => post({ statuses: [{ id: 'wamid.1', status: 'played' }] }),
    forge: (request) => ({
      ...request,
      rawBody: Buffer.from(Buffer.from(request.rawBody).toString().replace('entry', 'entrx')),
    }),
    close: () => server.close(),
  }
}

const zenviaHarness = (channel: PhoneChannel) => async (): Promise<VendorHarness> => {
  const server = await startZenvia()
  const secret = randomBytes(16).toString('hex')
  const create = (hookSecret: string, baseUrl: string, limits = patient) =>
    createZenvia({
      id: `zenvia-${channel}`,
      token: server.token,
      secret: hookSecret,
      senders: { [channel]: 'acme-account' },
      baseUrl,
      shared: false,
      limits,
    })
  const post = (body: string) =>
    toRaw({ url: `${publicBaseUrl}/hooks/zenvia/${secret}`, headers: json, body })
  return {
    provider: create(secret, server.url),
    stranger: create(randomBytes(16).toString('hex'), server.url),
    at: (baseUrl) => create(secret, baseUrl, hurried),
    server,
    channel,
    given(scenario) {
      // Zenvia never refuses a recipient at once; only the content can be refused.
      server.behaviour = behaviours[scenario]('VALIDATION_ERROR')
      return phone
    },
    arrived: () => server.messages.length,
    async report(deliveryStatus) {
      const failed = deliveryStatus === 'failed'
      const causes = failed ? [{ channelErrorCode: '404', reason: phone, details: phone }] : []
      const code = failed ? 'NOT_DELIVERED' : 'DELIVERED'
      return post(server.statusOf(latest(server.messages), code, causes))
    },
    answer: async () => post(server.answerTo(latest(server.messages), 'Sim', 'v1.0198f0aa.1.k3f9')),
    elsewhere: () => post(JSON.stringify({ type: 'CONVERSATION_STATUS', id: '1' })),
    forge: (request) => ({ ...request, url: `${publicBaseUrl}/hooks/zenvia/guess` }),
    close: () => server.close(),
  }
}

const infobipHarness = (channel: PhoneChannel) => async (): Promise<VendorHarness> => {
  const server = await startInfobip()
  const secret = randomBytes(16).toString('hex')
  const create = (hookSecret: string, baseUrl: string, limits = patient) =>
    createInfobip({
      id: `infobip-${channel}`,
      apiKey: server.apiKey,
      secret: hookSecret,
      senders: { [channel]: '+5511912340000' },
      baseUrl,
      publicBaseUrl,
      shared: false,
      limits,
    })
  const post = (body: string) =>
    toRaw({ url: `${publicBaseUrl}/hooks/infobip/${secret}`, headers: json, body })
  return {
    provider: create(secret, server.url),
    stranger: create(randomBytes(16).toString('hex'), server.url),
    at: (baseUrl) => create(secret, baseUrl, hurried),
    server,
    channel,
    given(scenario) {
      server.behaviour = behaviours[scenario]('REJECTED_NETWORK')
      return phone
    },
    arrived: () => server.messages.length,
    async report(deliveryStatus) {
      const failed = ['UNDELIVERABLE', 'UNDELIVERABLE_NOT_DELIVERED'] as const
      const sent = latest(server.messages)
      return post(
        deliveryStatus === 'failed'
          ? server.reportOf(sent, failed, 'EC_ABSENT_SUBSCRIBER')
          : server.reportOf(sent, ['DELIVERED', 'DELIVERED_TO_HANDSET']),
      )
    },
    answer: async () => post(server.answerTo(latest(server.messages), 'Sim', 'v1.0198f0aa.1.k3f9')),
    elsewhere: () => post(JSON.stringify({ results: [{ callId: '1', state: 'RINGING' }] })),
    forge: (request) => ({ ...request, url: `${publicBaseUrl}/hooks/infobip/guess` }),
    close: () => server.close(),
  }
}

export const vendorHarnesses = [
  ['twilio sms', twilioHarness('sms')],
  ['twilio whatsapp', twilioHarness('whatsapp')],
  ['meta', metaHarness],
  ['zenvia sms', zenviaHarness('sms')],
  ['zenvia whatsapp', zenviaHarness('whatsapp')],
  ['infobip sms', infobipHarness('sms')],
  ['infobip whatsapp', infobipHarness('whatsapp')],
] as const
