// Helpers for SMS tokens and 2FA through the API, and reads that only a test may make.
import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { readContent } from '#src/messaging/challenges/content.ts'
import { deriveSecrets, findLatest } from '#src/messaging/challenges/store.ts'
import { challenges } from '#src/messaging/challenges/table.ts'
import { openDataKey } from '#src/journey/transaction/locked.ts'
import { findById } from '#src/journey/transaction/store.ts'
import type { Answer, TestApp } from '#test/support/app.ts'
import type { Claims } from '#test/support/token.ts'
import { createTransaction } from '#test/support/transactions.ts'

export const pathOf = {
  'email-token': (id: string) => `/v1/transaction/${id}/emails/tokens`,
  'sms-token': (id: string) => `/v1/transaction/${id}/sms/tokens`,
  'sms-2fa': (id: string) => `/v1/transaction/${id}/sms/2fa`,
  'whatsapp-2fa': (id: string) => `/v1/transaction/${id}/whatsapps/2fa`,
} as const satisfies Record<ChallengeKind, (id: string) => string>

/** A Brazilian mobile number that no other test uses. */
export const randomMobile = () => ({
  countryCode: 55,
  areaCode: 11,
  number: randomInt(960_000_000, 999_999_999),
})

/** Creates a transaction with its own mobile number. */
export function createReachable(
  app: Pick<TestApp, 'call'>,
  fields: Record<string, unknown> = {},
  claims: Claims = {},
): Promise<string> {
  return createTransaction(app, { phone: randomMobile(), ...fields }, claims)
}

/** Requests a message. */
export const ask = (
  { call }: Pick<TestApp, 'call'>,
  challengeKind: ChallengeKind,
  id: string,
  options: Parameters<TestApp['call']>[2] = {},
): Promise<Answer> => call('POST', pathOf[challengeKind](id), options)

/** The latest record, and the values that its message would contain. */
export async function readLatest(
  { db, sealer }: Pick<TestApp, 'db' | 'sealer'>,
  id: string,
  challengeKind: ChallengeKind,
) {
  const [found, challenge] = await Promise.all([
    findById(db, id),
    findLatest(db, id, challengeKind),
  ])
  if (!found || !challenge) throw new Error('there is a transaction with such a record')
  const { code, pageToken } = deriveSecrets(sealer, await openDataKey(sealer, found), challenge)
  const content = await readContent(sealer, found, challenge)
  return { ref: challenge.id, challenge, content, code, pageToken }
}

/** Opens an SMS token; resolves to the values that its message would contain. */
export async function openSmsToken(app: Pick<TestApp, 'call' | 'db' | 'sealer'>, id: string) {
  const answer = await ask(app, 'sms-token', id)
  if (answer.status !== 201) throw new Error(`token creation answered ${answer.status}`)
  return readLatest(app, id, 'sms-token')
}

type ChallengeChange = Partial<
  Pick<
    typeof challenges.$inferInsert,
    'sentAt' | 'deliveredAt' | 'readAt' | 'failedAt' | 'failureCode' | 'repliedAt' | 'replyOption'
  >
>

/** Writes facts of a record as a callback or a worker would. */
export async function setFacts(db: Db, ref: string, facts: ChallengeChange): Promise<void> {
  await db.update(challenges).set(facts).where(eq(challenges.id, ref))
}

/** Moves the wall time of all sends so far into the past. */
export async function ageSends(db: Db, ms: number): Promise<void> {
  await db
    .update(challenges)
    .set({ wallCreatedAt: sql`${challenges.wallCreatedAt} - make_interval(secs => ${ms / 1000})` })
}
