// The vendors’ side of a message: what has arrived for a person, the reports about it, and the person’s answers.
// Reports and answers are posted until the service accepts them, as vendors do.
import { setTimeout as wait } from 'node:timers/promises'
import type { TwilioServer } from '#test/support/vendors/twilio.ts'
import { type MetaServer, writeStatus, writeTap } from '#test/support/vendors/meta.ts'
import type { ZenviaServer } from '#test/support/vendors/zenvia.ts'
import type { Outside } from './outside.ts'

export type Person = {
  codeFor(email: string): string | undefined
  /** Posts a yes to the first question to the number; resolves to false while the service does not accept it. */
  questionTo(phone: string): (() => Promise<boolean>) | undefined
}

export type PersonPlan = {
  readonly outside: Outside
  readonly urls: readonly [string, string]
  readonly publicUrl: string
}

/** The wait between tries, and their number: they go on until the load is over. */
const againMs = 700
const postMs = 8_000
const triesMax = 200

export function createPerson({ outside, urls, publicUrl }: PersonPlan): Person {
  const { first, second, blind, meta } = outside.carriers
  let turn = 0
  const post = async (
    path: string,
    sent: { headers: Readonly<Record<string, string>>; body: string },
  ) => {
    const answer = await fetch(`${urls[(turn += 1) % 2]}${path}`, {
      method: 'POST',
      ...sent,
      signal: AbortSignal.timeout(postMs),
    }).catch(() => undefined)
    return answer?.status === 200
  }
  const insist = async (send: () => Promise<boolean>) => {
    for (let tries = 0; tries < triesMax && !(await send()); tries += 1) await wait(againMs)
  }
  const reports = { post, insist, publicUrl }
  for (const twilio of [first, second]) reportOfTwilio(twilio, reports)
  reportOfMeta(meta, reports)
  reportOfZenvia(blind, reports)

  const ofTwilio = (twilio: TwilioServer, phone: string) => {
    const message = twilio.messages.find(({ to }) => to === phone)
    if (!message) return undefined
    const fields = { From: phone, To: message.from ?? '', Body: 'Sim' }
    const sent = twilio.inbound(`${publicUrl}/hooks/twilio/inbound`, fields)
    return () => post('/hooks/twilio/inbound', sent)
  }
  const ofMeta = (phone: string) => {
    const message = meta.messages.find(({ to }) => `+${to}` === phone)
    if (!message) return undefined
    const change = { messages: [writeTap(message, message.payloads[0] ?? '')] }
    const sent = meta.callback('/hooks/meta', [change])
    return () => post('/hooks/meta', sent)
  }
  const ofZenvia = (phone: string) => {
    const message = blind.messages.find(({ to }) => `+${to}` === phone)
    if (!message) return undefined
    const sent = { headers: json, body: blind.answerTo(message, 'Sim') }
    return () => post(zenviaPath, sent)
  }
  return {
    codeFor(email) {
      const mail = outside.relay.mails.find(({ envelopeTo }) => envelopeTo.includes(email))
      // The code is alone on its line in the text.
      return /^ {4}(\d{6})\r?$/m.exec(mail?.raw ?? '')?.[1]
    },
    questionTo: (phone) =>
      ofTwilio(first, phone) ?? ofTwilio(second, phone) ?? ofMeta(phone) ?? ofZenvia(phone),
  }
}

const json = { 'content-type': 'application/json' }
const zenviaPath = '/hooks/zenvia/only-the-vendor-knows-it'

type Reports = {
  readonly publicUrl: string
  readonly post: (
    path: string,
    sent: { headers: Readonly<Record<string, string>>; body: string },
  ) => Promise<boolean>
  readonly insist: (send: () => Promise<boolean>) => Promise<void>
}

/** Posted in the background, after the answer to the send. */
function reportOfTwilio(twilio: TwilioServer, { publicUrl, post, insist }: Reports): void {
  twilio.atTaking = async (message) => {
    const report = twilio.statusOf(message, 'delivered')
    const path = report.url.slice(publicUrl.length)
    void insist(() => post(path, report))
  }
}

function reportOfMeta(meta: MetaServer, { post, insist }: Reports): void {
  meta.atTaking = async (message) => {
    const statuses = [writeStatus(message, 'delivered')]
    void insist(() => post('/hooks/meta', meta.callback('/hooks/meta', [{ statuses }])))
  }
}

function reportOfZenvia(zenvia: ZenviaServer, { post, insist }: Reports): void {
  zenvia.atTaking = async (message) => {
    const body = zenvia.statusOf(message, 'DELIVERED')
    void insist(() => post(zenviaPath, { headers: json, body }))
  }
}
