// The rows of tokens and 2FA of all channels. Every function takes the database handle first; those that
// change something expect the transaction's row to be locked.
import type { Challenge, RecordRules, ReplyMeaning } from './challenge.ts'
import { randomBytes } from 'node:crypto'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce, buildSqlOnce, send } from '#src/platform/db/prepared.ts'
import { placeholdersOf } from '#src/platform/db/rows.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { DataKey } from '#src/platform/seal/keys.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { ChallengeContent } from '#src/messaging/messages/content.ts'
import type { Heat } from '#src/messaging/phones/heat.ts'
import { type ChallengeKind, channelOf, isToken } from '#src/messaging/wire/channel.ts'
import {
  deriveCode,
  derivePageToken,
  deriveShortPageToken,
  hashPageToken,
  type Mac,
} from './code.ts'
import { contextOf, type SealedColumn } from './content.ts'
import type { FailureCode } from './status.ts'
import { challenges } from './table.ts'

/** Newest first; for the limits ten are more than any window holds. */
export async function listChallenges(
  db: Db,
  transactionId: string,
  challengeKind: ChallengeKind,
  max = 100,
): Promise<Challenge[]> {
  const rows = await challengesOf(db).execute({ transactionId, challengeKind, max })
  return rows.map(toChallenge)
}

const challengesOf = buildOnce((db: Db) =>
  db
    .select()
    .from(challenges)
    .where(
      and(
        eq(challenges.transactionId, sql.placeholder('transactionId')),
        eq(challenges.challengeKind, sql.placeholder('challengeKind')),
      ),
    )
    .orderBy(desc(challenges.createdAt), desc(challenges.id))
    .limit(sql.placeholder('max'))
    .prepare('challenges_of_transaction'),
)

export async function findLatest(
  db: Db,
  transactionId: string,
  challengeKind: ChallengeKind,
): Promise<Challenge | undefined> {
  return (await listChallenges(db, transactionId, challengeKind, 1))[0]
}

export async function findChallenge(db: Db, id: string): Promise<Challenge | undefined> {
  const rows = await challengeById(db).execute({ id })
  return rows.map(toChallenge)[0]
}

const challengeById = buildOnce((db: Db) =>
  db
    .select()
    .from(challenges)
    .where(eq(challenges.id, sql.placeholder('id')))
    .prepare('challenge_by_id'),
)

export async function findByPageToken(db: Db, pageToken: string): Promise<Challenge | undefined> {
  const rows = await db
    .select()
    .from(challenges)
    .where(eq(challenges.pageTokenHash, hashPageToken(pageToken)))
  return rows.map(toChallenge)[0]
}

export type NewChallenge = {
  readonly id: string
  readonly challengeKind: ChallengeKind
  readonly language: 'pt' | 'en'
  /** E.164, or the address of an e-mail. */
  readonly contact: string
  readonly contactHash: Buffer
  readonly prefixHash: Buffer | null
  readonly documentHash: Buffer | null
  readonly heat: Heat | null
  /** As the template has it: the placeholders of code and link are not filled. */
  readonly content: ChallengeContent
  readonly replyCode: string | null
  readonly rules: RecordRules
  /** Epoch ms of the transaction's clock. */
  readonly expiresAt: number
}

/** Opens a record; code and link follow from the data key, its id and a nonce. */
export async function openChallenge(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  key: DataKey,
  { contact, content, expiresAt, ...asked }: NewChallenge,
): Promise<Challenge> {
  const { id: transactionId, tenant, mode, now, wallNow } = locked
  const { id } = asked
  const nonce = randomBytes(12).toString('base64url')
  const seal = (column: SealedColumn, value: unknown) =>
    sealer.seal(key, contextOf(column, locked, id), value)
  const { challengeKind, rules } = asked
  const { pageToken } = deriveSecrets(sealer, key, { id, nonce, challengeKind, rules })
  const opened: Opened = {
    ...asked,
    transactionId,
    tenant,
    mode,
    nonce,
    channel: channelOf[challengeKind],
    createdAt: now,
    expiresAt: new Date(expiresAt),
    wallCreatedAt: wallNow,
    phone: seal('phone', contact),
    content: seal('content', content),
    pageTokenHash: isToken(challengeKind) ? hashPageToken(pageToken) : null,
  }
  // Nothing waits for it: of what is opened every member is known.
  send(insertChallenge(tx).execute(opened))
  return toChallenge({ ...opened, ...unopened })
}

const openedMembers = [
  'id',
  'challengeKind',
  'language',
  'contactHash',
  'prefixHash',
  'documentHash',
  'heat',
  'replyCode',
  'rules',
  'transactionId',
  'tenant',
  'mode',
  'nonce',
  'channel',
  'createdAt',
  'expiresAt',
  'wallCreatedAt',
  'phone',
  'content',
  'pageTokenHash',
] as const satisfies readonly (keyof typeof challenges.$inferInsert)[]

/** What a record opens with, every member of it. */
type Opened = Pick<typeof challenges.$inferSelect, (typeof openedMembers)[number]>

/** What comes later. */
const unopened: Omit<typeof challenges.$inferSelect, keyof Opened> = {
  acceptedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  repliedAt: null,
  replyOption: null,
  replyMeaning: null,
  failedAt: null,
  failureCode: null,
  expiredAt: null,
  supersededAt: null,
  deniedAt: null,
  deniedByKnown: false,
  denialLiftedAt: null,
  doubtedAt: null,
  takenBackAt: null,
  checks: 0,
}

const insertChallenge = buildOnce((db: Db) =>
  db.insert(challenges).values(placeholdersOf(challenges, openedMembers)).prepare('open_challenge'),
)

/** What the message of a token carries, the same for every message of one record. */
export function deriveSecrets(
  sealer: Sealer,
  key: DataKey,
  { id, nonce, challengeKind, rules }: Pick<Challenge, 'id' | 'nonce' | 'challengeKind' | 'rules'>,
): { mac: Mac; code: string; pageToken: string } {
  const mac: Mac = (label) => sealer.mac(key, label)
  const derive = challengeKind === 'email-token' ? derivePageToken : deriveShortPageToken
  return {
    mac,
    code: deriveCode(mac, id, nonce, rules.codeDigits),
    pageToken: derive(mac, id, nonce),
  }
}

type StatusTime =
  | 'acceptedAt'
  | 'sentAt'
  | 'deliveredAt'
  | 'readAt'
  | 'repliedAt'
  | 'failedAt'
  | 'expiredAt'
  | 'supersededAt'

const statusTimes = {
  acceptedAt: challenges.acceptedAt,
  sentAt: challenges.sentAt,
  deliveredAt: challenges.deliveredAt,
  readAt: challenges.readAt,
  repliedAt: challenges.repliedAt,
  failedAt: challenges.failedAt,
  expiredAt: challenges.expiredAt,
  supersededAt: challenges.supersededAt,
} as const satisfies Record<StatusTime, unknown>

/** Those that are given, for `movedTimes`. */
export const timesOf = (times: Readonly<Partial<Record<StatusTime, Date>>>) => ({
  ...noTimes,
  ...times,
})

const noTimes = Object.fromEntries(Object.keys(statusTimes).map((name) => [name, null]))

/** Of the record `challengeId`: of two times the earlier one counts, and one where the other is null. */
export const movedTimes = (): SQL =>
  sql`update ${challenges} set ${sql.join(
    Object.entries(statusTimes).map(([name, column]) => {
      const own = sql.identifier(column.name)
      return sql`${own} = least(${own}, ${sql.param(sql.placeholder(name), column)}::timestamptz)`
    }),
    sql`, `,
  )} where id = ${sql.placeholder('challengeId')}`

const moveTimes = buildSqlOnce(movedTimes)

/** When each status was reached; of two reports the earlier one counts, whatever order they come in. */
export async function recordTimes(
  tx: Db,
  id: string,
  times: Readonly<Partial<Record<StatusTime, Date>>>,
): Promise<void> {
  if (Object.keys(times).length === 0) return
  await moveTimes(tx).execute({ ...timesOf(times), challengeId: id })
}

type ChallengeChange = {
  readonly deniedAt?: Date
  readonly deniedByKnown?: boolean
  readonly denialLiftedAt?: Date | null
  readonly doubtedAt?: Date
  readonly checks?: number
  readonly replyOption?: number | null
  readonly replyMeaning?: ReplyMeaning
  /** Null: what was reported no longer stands. */
  readonly failureCode?: FailureCode | null
} & Readonly<Partial<Record<StatusTime, Date | null>>>

/** Overwrites the columns that are given. */
export async function updateChallenge(tx: Db, id: string, change: ChallengeChange): Promise<void> {
  await tx.update(challenges).set(change).where(eq(challenges.id, id))
}

export function toChallenge(row: typeof challenges.$inferSelect): Challenge {
  const { phone, content, pageTokenHash: _, prefixHash: __, wallCreatedAt: ___, ...rest } = row
  return {
    ...rest,
    sealed: { phone, content },
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    acceptedAt: row.acceptedAt?.getTime() ?? null,
    sentAt: row.sentAt?.getTime() ?? null,
    deliveredAt: row.deliveredAt?.getTime() ?? null,
    readAt: row.readAt?.getTime() ?? null,
    repliedAt: row.repliedAt?.getTime() ?? null,
    failedAt: row.failedAt?.getTime() ?? null,
    expiredAt: row.expiredAt?.getTime() ?? null,
    supersededAt: row.supersededAt?.getTime() ?? null,
    deniedAt: row.deniedAt?.getTime() ?? null,
    denialLiftedAt: row.denialLiftedAt?.getTime() ?? null,
    doubtedAt: row.doubtedAt?.getTime() ?? null,
    takenBackAt: row.takenBackAt?.getTime() ?? null,
  }
}
