// The rows of tokens and 2FA of all channels. Every function takes the database handle first; those that write expect
// the transaction’s row to be locked.
import type { Challenge } from './challenge.ts'
import type { RecordRules } from './settings.ts'
import { randomBytes } from 'node:crypto'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce, buildSqlOnce, sendUnawaited } from '#src/platform/db/prepared.ts'
import { inMs, placeholdersOf } from '#src/platform/db/rows.ts'
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
import { challenges, type ReplyMeaning } from './table.ts'

/** Lists the newest first; no limit needs more than ten. */
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
  /** A phone number in E.164, or an e-mail address. */
  readonly contact: string
  readonly contactHash: Buffer
  readonly prefixHash: Buffer | null
  readonly documentHash: Buffer | null
  readonly heat: Heat | null
  /** The template’s text with unfilled placeholders for code and link. */
  readonly content: ChallengeContent
  readonly replyCode: string | null
  readonly rules: RecordRules
  /** Epoch ms of the transaction’s clock. */
  readonly expiresAt: number
}

/** Opens a record; its code and link are derived from the data key, its id and a nonce. */
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
  // The insert is not awaited, because every column of the row is already known.
  sendUnawaited(insertChallenge(tx).execute(opened))
  return toChallenge({ ...opened, ...unopened })
}

const openedMembers = [
  'id', 'challengeKind', 'language', 'contactHash', 'prefixHash', 'documentHash', 'heat',
  'replyCode', 'rules', 'transactionId', 'tenant', 'mode', 'nonce', 'channel', 'createdAt',
  'expiresAt', 'wallCreatedAt', 'phone', 'content', 'pageTokenHash',
] as const satisfies readonly (keyof typeof challenges.$inferInsert)[] // prettier-ignore

/** The columns that are set when a record is opened. */
type Opened = Pick<typeof challenges.$inferSelect, (typeof openedMembers)[number]>

/** The columns that are set after the opening of a record, with their initial values. */
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
  goneAt: null,
  checks: 0,
}

const insertChallenge = buildOnce((db: Db) =>
  db.insert(challenges).values(placeholdersOf(challenges, openedMembers)).prepare('open_challenge'),
)

/** The code and page token of a record, the same in each of its messages. */
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

/** The given times for `movedTimes`; all others are null. */
export const timesOf = (times: Readonly<Partial<Record<StatusTime, Date>>>) => ({
  ...noTimes,
  ...times,
})

const noTimes = Object.fromEntries(Object.keys(statusTimes).map((name) => [name, null]))

/** Updates the record `challengeId`: of two times the earlier one is kept, and nulls are ignored. */
export const movedTimes = (): SQL =>
  sql`update ${challenges} set ${sql.join(
    Object.entries(statusTimes).map(([name, column]) => {
      const own = sql.identifier(column.name)
      return sql`${own} = least(${own}, ${sql.param(sql.placeholder(name), column)}::timestamptz)`
    }),
    sql`, `,
  )} where id = ${sql.placeholder('challengeId')}`

const moveTimes = buildSqlOnce(movedTimes)

/** Records when each status was reached; the earlier of two reports counts, in whatever order they arrive. */
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
  readonly goneAt?: Date
  readonly checks?: number
  readonly replyOption?: number | null
  readonly replyMeaning?: ReplyMeaning
  /** Null removes a reported failure that was refuted. */
  readonly failureCode?: FailureCode | null
} & Readonly<Partial<Record<StatusTime, Date | null>>>

/** Overwrites the given columns. */
export async function updateChallenge(tx: Db, id: string, change: ChallengeChange): Promise<void> {
  await tx.update(challenges).set(change).where(eq(challenges.id, id))
}

export function toChallenge(row: typeof challenges.$inferSelect): Challenge {
  const { phone, content, pageTokenHash: _, prefixHash: __, wallCreatedAt: ___, ...rest } = row
  return { ...inMs(rest), sealed: { phone, content } }
}
