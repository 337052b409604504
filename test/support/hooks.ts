// Accounts whose callbacks tests write and sign, and records that were sent through them.
import { randomInt, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { keepMessageId } from '#src/messaging/sending/attempt-message.ts'
import { claimAttempt, endAttempt, listAttempts } from '#src/messaging/challenges/attempts.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { hashPhone } from '#src/messaging/phones/store.ts'
import type { MessagingAccount } from '#src/messaging/challenges/port.ts'
import { signPayload } from '#src/messaging/conversations/replies.ts'
import { hashReplyRoute } from '#src/messaging/conversations/reply-route.ts'
import { deriveSecrets, findChallenge, listChallenges } from '#src/messaging/challenges/store.ts'
import { createMeta } from '#src/vendors/meta/adapter.ts'
import { createTwilio } from '#src/vendors/twilio/adapter.ts'
import { createZenvia } from '#src/vendors/zenvia/adapter.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer, type Sealer } from '#src/platform/seal/sealer.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { transactions } from '#src/journey/transaction/table.ts'
import { test as base } from '#test/db/fixture.ts'
import { createTestApp, publicBaseUrl, type TestApp } from './app.ts'
import { silentMessaging } from './messaging/messaging.ts'
import { underLock } from './messaging/phones.ts'
import type { Claims } from './token.ts'

export const accountSid = 'AC00000000000000000000000000000001'
const twilio = (id: string, sms: string, authToken = 'token of main', shared = false) =>
  createTwilio({
    id,
    accountSid,
    authToken,
    publicBaseUrl,
    shared,
    senders: { sms, whatsapp: sms },
  })

const meta = (id: string, phoneNumberId: string, senderNumber: string) =>
  createMeta({
    id,
    phoneNumberId,
    senderNumber,
    accessToken: 'access',
    appSecret: 'app secret',
    verifyToken: 'verify me',
    templates: {},
    shared: false,
  })

/** Two accounts with one credential, one with another, one shared by tenants; two numbers of one app; one of Zenvia. */
export const accounts = {
  main: twilio('twilio-main', '+551130000001'),
  beside: twilio('twilio-beside', '+551130000002'),
  other: twilio('twilio-other', '+551130000003', 'token of other'),
  shared: twilio('twilio-shared', '+551130000004', 'token of shared', true),
  meta: meta('meta-main', '1065', '+551130000005'),
  second: meta('meta-second', '2065', '+551130000006'),
  zenvia: createZenvia({
    id: 'zenvia-main',
    token: 't',
    secret: 'zenvia-secret',
    senders: { sms: 'acme', whatsapp: 'acme-wa' },
    shared: false,
  }),
} as const satisfies Record<string, MessagingAccount>

/** One sealer for the whole file, because the inbox has one key per day. */
const oneSealer = createSealer(openKeyring(createKeyring()))

export async function openHooks(
  db: Db,
  using: readonly MessagingAccount[] = Object.values(accounts),
  sealer: Sealer = oneSealer,
): Promise<TestApp> {
  const messaging = silentMessaging({ accounts: using })
  return createTestApp(db, sealer, { messaging })
}

/** With an app of these accounts, and a question by SMS that is on its way. */
export const test = base
  .extend('app', ({ db }) => openHooks(db))
  .extend('sent', ({ app }) => sendRecord(app))

/** A number that no other test uses. */
export const newPhone = () => `+55119${randomInt(60_000_000, 99_999_999)}`

export type SentRecord = {
  readonly id: string
  readonly ref: string
  readonly phone: string
  readonly account: MessagingAccount
  readonly messageId: string
  readonly claims: Claims
  readonly challengeKind: ChallengeKind
}

export type Sending = {
  readonly challengeKind?: ChallengeKind
  readonly phone?: string
  readonly account?: MessagingAccount
  readonly claims?: Claims
  /** `claimed`: the vendor has not answered yet. */
  readonly outcome?: 'accepted' | 'uncertain' | 'claimed'
  /** The body of the request. */
  readonly body?: object | undefined
  /** The id of an existing transaction. */
  readonly id?: string
}

const pathOf = {
  'email-token': 'emails/tokens',
  'sms-token': 'sms/tokens',
  'sms-2fa': 'sms/2fa',
  'whatsapp-2fa': 'whatsapps/2fa',
} as const

/** Opens a record by the API and claims its first attempt, as the activity would. */
export async function sendRecord(
  app: TestApp,
  { challengeKind = 'sms-2fa', phone = newPhone(), claims = {}, ...sending }: Sending = {},
): Promise<SentRecord> {
  const { account = challengeKind === 'whatsapp-2fa' ? accounts.meta : accounts.main } = sending
  const id = sending.id ?? (await createWithPhone(app, phone, claims))
  const path = `/v1/transaction/${id}/${pathOf[challengeKind]}`
  const { body } = sending
  const answer = await app.call('POST', path, { claims, ...(body && { body }) })
  if (answer.status !== 201) throw new Error(`creation answered ${answer.status}`)
  const [record] = await listChallenges(app.db, id, challengeKind, 1)
  if (!record) throw new Error('a record was opened')
  const sent = {
    id,
    ref: record.id,
    phone,
    account,
    claims,
    challengeKind,
    messageId: randomUUID(),
  }
  await attempt(app, sent, { attempt: 1, outcome: sending.outcome ?? 'accepted' })
  return sent
}

export async function createWithPhone(
  { call }: TestApp,
  phone: string,
  claims: Claims,
): Promise<string> {
  const [, areaCode, number] = /^\+55(\d\d)(\d+)$/.exec(phone) ?? []
  const body = {
    documentType: 'CPF',
    document: '52998224725',
    phone: { countryCode: 55, areaCode: Number(areaCode), number: Number(number) },
  }
  const answer = await call('POST', '/v1/transaction', { body, claims })
  if (answer.status !== 201) throw new Error(`creation answered ${answer.status}`)
  return String((await answer.json()).id)
}

/** Claims an attempt and, except for `claimed`, records its outcome. */
export function attempt(
  { db, sealer }: TestApp,
  { id, ref, phone, account, messageId, challengeKind }: SentRecord,
  { attempt: n, outcome }: { attempt: number; outcome: NonNullable<Sending['outcome']> },
): Promise<void> {
  return underLock(db, id, async (tx, locked) => {
    const key = await openDataKey(sealer, locked)
    const channel = challengeKind === 'whatsapp-2fa' ? 'whatsapp' : 'sms'
    const claimed = await claimAttempt({ tx, sealer, locked }, key, {
      challengeId: ref,
      attempt: n,
      account: account.id,
      sender: account.senders[channel] ?? '',
      contact: phone,
      contactHash: hashPhone(sealer, locked, phone).current,
      replyHash: hashReplyRoute(sealer, account.id, phone).current,
      source: 'phone',
    })
    if (!claimed) throw new Error('the attempt was claimed before')
    if (outcome === 'claimed') return
    await endAttempt(tx, claimed.id, locked.now, { outcome })
    if (outcome === 'accepted')
      await keepMessageId({ tx, sealer, locked }, claimed, { providerMsgId: messageId })
  })
}

/** Sets the state after a workflow has read the agenda and set its timer to the record’s expiry. */
export async function watch({ db, nudged }: TestApp, { id }: SentRecord): Promise<void> {
  await db
    .update(transactions)
    .set({
      armedAt: sql`(select max((task ->> 'dueAt')::float8) from jsonb_array_elements(agenda) as task)`,
      seenSeq: sql`last_seq`,
    })
    .where(eq(transactions.id, id))
  nudged.length = 0
}

/** The payload that the record’s buttons send back. */
export function payloadOf(app: TestApp, sent: SentRecord, option: number): Promise<string> {
  return underLock(app.db, sent.id, async (tx, locked) => {
    const challenge = await findChallenge(tx, sent.ref)
    if (!challenge) throw new Error('the record is there')
    const { mac } = deriveSecrets(app.sealer, await openDataKey(app.sealer, locked), challenge)
    return signPayload(mac, sent.ref, option, sent.phone)
  })
}

/** The record as a client reads it. */
export async function read(app: TestApp, { id, challengeKind, claims, ref }: SentRecord) {
  const answered = await app.call('GET', `/v1/transaction/${id}/${pathOf[challengeKind]}`, {
    claims,
  })
  const body = await answered.json()
  if (!Array.isArray(body)) return body
  const records = await listChallenges(app.db, id, challengeKind)
  return body[records.findIndex((one) => one.id === ref)]
}

/** Whether the insights report that a phone of the transaction was verified. */
export async function isPhoneVerified(app: TestApp, { id, claims }: SentRecord): Promise<boolean> {
  const answered = await app.call('GET', `/v1/transaction/${id}/insights`, { claims })
  const insights: { code: string }[] = await answered.json()
  return insights.some(({ code }) => code === 'PH007')
}

/** The journal entries of a record after its opening, as kinds with their codes. */
export async function readKinds(app: TestApp, { id, ref }: SentRecord): Promise<string[]> {
  const entries = await readEntries(app, { id, ref })
  return entries
    .filter(({ kind }) => kind !== 'challenge-opened')
    .map(({ kind, code }) => kind.replace('challenge-', '') + (code === null ? '' : ` ${code}`))
}

export async function readEntries(
  { db }: TestApp,
  { id, ref }: Pick<SentRecord, 'id' | 'ref'>,
): Promise<Entry[]> {
  return (await readJournal(db, id)).filter((entry) => entry.ref === ref)
}

export const readAttempts = ({ db }: TestApp, { ref }: SentRecord) => listAttempts(db, ref)
