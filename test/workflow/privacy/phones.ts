// Everything that messages to the phones of one person can lead to: in the sandbox, whose vendors report
// and answer by signed callbacks, and in live mode, whose vendors quote numbers wherever they can.
import { person } from '#test/support/person.ts'
import { type Mobile, toE164, toPhone } from '#test/support/messaging/phone-spellings.ts'
import { writeStatus, writeTap } from '#test/support/vendors/meta.ts'
import type { PrivacyClient } from './client.ts'
import { type PrivacyVendors, sender } from './vendors.ts'

/** The last four digits say what the sandbox does. */
export const mobiles = {
  token: { area: '41', number: '973186294' },
  failing: { area: '62', number: '982640002' },
  next: { area: '51', number: '984170001' },
  answering: { area: '71', number: '986390006' },
  tapping: { area: '85', number: '987420001' },
  unknown: { area: '47', number: '985930002' },
  leaving: { area: '81', number: '983570014' },
  refused: { area: '43', number: '976258143' },
  liveNext: { area: '48', number: '967391825' },
  liveChat: { area: '54', number: '968514273' },
  liveLeaving: { area: '63', number: '974682519' },
  stranger: { area: '92', number: '985147396' },
} as const satisfies Record<string, Mobile>

/** What somebody typed into a message to us. */
export const written = {
  wrong: 'Quirina aqui, sem numero',
  stranger: 'Recado da Ofelia Wratislava',
  purpose: 'Parcela da Clotilde Vasconcelhos',
} as const

type Phones = readonly [Mobile, ...Mobile[]]

export async function drivePhones(
  { told, call, create, hasHappened, readMessage }: PrivacyClient,
  { twilio, meta }: PrivacyVendors,
  apiUrl: string,
): Promise<void> {
  const live = { mode: 'live' } as const
  const paths = { token: 'sms/tokens', sms: 'sms/2fa', whatsapp: 'whatsapps/2fa' } as const
  const pathOf = (id: string, what: keyof typeof paths) => `/v1/transaction/${id}/${paths[what]}`
  const createWith = ([phone, ...others]: Phones, claims = {}) =>
    create({ phone: toPhone(phone, true), Phones: others.map((one) => toPhone(one)) }, { claims })
  /** A transaction with these numbers, of which the first is asked. */
  const ask = async (what: keyof typeof paths, phones: Phones, claims = {}) => {
    const id = await createWith(phones, claims)
    const body = { purpose: written.purpose }
    const { status } = await call('POST', pathOf(id, what), {
      claims,
      // The sandbox shows it; a live account would need a template for it.
      ...(what !== 'sms' && !('mode' in claims) && { body }),
    })
    if (status !== 201) throw new Error(`a request for ${paths[what]} answered ${status}`)
    return id
  }
  const check = async (id: string, code: string, claims = {}) => {
    const { status } = await call('POST', `${pathOf(id, 'token')}/validation`, {
      body: { code },
      claims,
    })
    if (status !== 200) throw new Error(`the code of the SMS is answered ${status}`)
  }

  await Promise.all([token(), failover(), answered(), tapped(), unknown(), leaving()])
  await liveToken()
  await liveChat()
  await liveLeaving()
  await strangers()

  async function token(): Promise<void> {
    const id = await ask('token', [mobiles.token])
    await hasHappened(id, 'challenge-delivered')
    const { id: message, code, path } = await readMessage(id)
    for (const wrong of [mobiles.token.number, toE164(mobiles.token), person.name])
      await call('POST', `${pathOf(id, 'token')}/validation`, { body: { code: wrong } })
    await call('POST', `/v1/sandbox/messages/${message}/reply`, { body: { option: 1 } })
    await call('GET', path)
    await call('POST', path, { body: toE164(mobiles.token) })
    await check(id, code)
    await call('GET', pathOf(id, 'token'), { claims: { tenant: 'other' } })
  }

  /** The vendor knows no such number, so that the next one is asked. */
  async function failover(): Promise<void> {
    const id = await ask('sms', [mobiles.failing, mobiles.next])
    await hasHappened(id, 'challenge-delivered')
    await readMessage(id)
    await call('GET', pathOf(id, 'sms'))
  }

  async function answered(): Promise<void> {
    const id = await ask('sms', [mobiles.answering])
    await hasHappened(id, 'challenge-replied')
    await call('GET', pathOf(id, 'sms'))
  }

  async function tapped(): Promise<void> {
    const id = await ask('whatsapp', [mobiles.tapping])
    await hasHappened(id, 'challenge-read')
    const { id: message } = await readMessage(id)
    const reply = (body: object) => call('POST', `/v1/sandbox/messages/${message}/reply`, { body })
    await reply({ text: written.wrong })
    await hasHappened(id, 'challenge-reply-ignored')
    await reply({ option: 2 })
    await hasHappened(id, 'challenge-replied')
    await call('GET', pathOf(id, 'whatsapp'))
  }

  async function unknown(): Promise<void> {
    const id = await ask('whatsapp', [mobiles.unknown])
    await hasHappened(id, 'challenge-failed')
  }

  /** Who wants no more messages is sent none. */
  async function leaving(): Promise<void> {
    const id = await ask('sms', [mobiles.leaving])
    await hasHappened(id, 'challenge-reply-ignored')
    await call('POST', pathOf(await createWith([mobiles.leaving]), 'sms'))
  }

  async function liveToken(): Promise<void> {
    twilio.next.push({ refuse: 21211 })
    const id = await ask('token', [mobiles.refused, mobiles.liveNext], live)
    await hasHappened(id, 'challenge-accepted', live)
    const message = last(twilio.messages)
    await twilio.post(twilio.statusOf(message, 'delivered'))
    await hasHappened(id, 'challenge-delivered', live)
    const [code = ''] = /\b\d{6}\b/.exec(message.body) ?? []
    told.codes.push(code)
    told.pageTokens.push(message.body.split('/t/')[1] ?? '')
    await check(id, code, live)
  }

  /** Each of Meta's ids holds the number. */
  async function liveChat(): Promise<void> {
    const id = await ask('whatsapp', [mobiles.liveChat], live)
    await hasHappened(id, 'challenge-accepted', live)
    const message = last(meta.messages)
    const [yes = '', no = ''] = message.payloads
    told.secrets.push(message.id, yes, no)
    const post = (change: object) =>
      meta.post(meta.callback(`${apiUrl}/hooks/meta`, [{ ...change }]))
    await post({ statuses: ['sent', 'delivered', 'read'].map((one) => writeStatus(message, one)) })
    await hasHappened(id, 'challenge-read', live)
    await post({ messages: [writeTap(message, no)] })
    await hasHappened(id, 'challenge-replied', live)
    await call('GET', pathOf(id, 'whatsapp'), { claims: live })
    const other = await ask('whatsapp', [mobiles.unknown], live)
    await hasHappened(other, 'challenge-accepted', live)
    await post({ statuses: [writeStatus(last(meta.messages), 'failed', { code: 131026 })] })
    await hasHappened(other, 'challenge-failed', live)
  }

  async function liveLeaving(): Promise<void> {
    const id = await ask('sms', [mobiles.liveLeaving], live)
    await hasHappened(id, 'challenge-accepted', live)
    await twilio.post(writeTo(mobiles.liveLeaving, 'SAIR'))
    await hasHappened(id, 'challenge-reply-ignored', live)
    await call('POST', pathOf(await createWith([mobiles.liveLeaving], live), 'sms'), {
      claims: live,
    })
  }

  /** Signed, of nobody that we know; and of somebody, signed by nobody. */
  async function strangers(): Promise<void> {
    const { stranger } = mobiles
    const of = { id: `wamid.${btoa(toE164(stranger))}`, to: toE164(stranger).slice(1) }
    const lost = { ...of, recordId: undefined, payloads: [], json: {} }
    const letter = {
      from: of.to,
      id: `${of.id}2`,
      type: 'text',
      text: { body: written.stranger },
      timestamp: '1795278000',
    }
    const statuses = [writeStatus(lost, 'delivered')]
    await meta.post(meta.callback(`${apiUrl}/hooks/meta`, [{ statuses, messages: [letter] }]))
    await twilio.post(writeTo(stranger, written.stranger))
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const forged = new URLSearchParams({ From: toE164(stranger), Body: written.stranger })
    const query = `?rid=${toE164(stranger).slice(1)}`
    for (const path of [`twilio/inbound${query}`, 'twilio/status', `zenvia/${of.to}`])
      await call('POST', `/hooks/${path}`, { headers: form, body: forged.toString() })
    await call('POST', '/hooks/meta', { body: { from: of.to, text: written.stranger } })
    for (const phone of [of.to, encodeURIComponent(toE164(stranger)), stranger.number]) {
      const headers = { 'request-id': phone, 'user-agent': phone }
      await call('GET', `/t/${phone}`, { headers })
      await call('GET', `/v1/transaction/${phone}/sms/2fa`, { headers })
      await call('GET', `/v1/sandbox/messages?transactionId=${phone}`, { headers })
      await call('POST', `/v1/sandbox/messages/${phone}/reply`, { headers, body: { text: phone } })
    }
    const handshake = { 'hub.mode': 'subscribe', 'hub.challenge': '1', 'hub.verify_token': of.to }
    await call('GET', `/hooks/meta?${new URLSearchParams(handshake).toString()}`)
  }

  function writeTo(from: Mobile, text: string) {
    const fields = { From: toE164(from), To: sender, Body: text }
    return twilio.inbound(`${apiUrl}/hooks/twilio/inbound`, fields)
  }
}

function last<T>(all: readonly T[]): T {
  const one = all.at(-1)
  if (one === undefined) throw new Error('the vendor has taken a message')
  return one
}
