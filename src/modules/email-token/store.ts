// The facts of e-mail tokens. Every function takes the database handle first; those that change
// something expect the transaction's row to be locked.
import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.ts'
import { newId } from '#src/ids.ts'
import { journal } from '#src/journal/table.ts'
import type { DataKey, Sealer } from '#src/seal/sealer.ts'
import type { Locked, Owner } from '#src/transaction/locked.ts'
import { deriveCode, deriveLinkToken, linkTokenHash } from '#src/challenges/code.ts'
import { type EmailTokenFacts, expiryOf } from './rules.ts'
import type { FailureCode } from './schema.ts'
import { toMailbox } from './mailbox.ts'
import { emailTokenAttempts, emailTokens } from './table.ts'

export type EmailToken = EmailTokenFacts & {
  readonly transactionId: string
  readonly language: 'pt' | 'en'
  readonly nonce: string
}

const dayMs = 24 * 60 * 60_000

/** Newest first; more than any window of the limits can hold. */
export async function listTokens(db: Db, transactionId: string): Promise<EmailToken[]> {
  const rows = await db
    .select()
    .from(emailTokens)
    .where(eq(emailTokens.transactionId, transactionId))
    .orderBy(desc(emailTokens.createdAt), desc(emailTokens.id))
    .limit(10)
  return rows.map(toToken)
}

export async function findLatestToken(
  db: Db,
  transactionId: string,
): Promise<EmailToken | undefined> {
  const rows = await db
    .select()
    .from(emailTokens)
    .where(eq(emailTokens.transactionId, transactionId))
    .orderBy(desc(emailTokens.createdAt), desc(emailTokens.id))
    .limit(1)
  return rows.map(toToken)[0]
}

export async function findToken(db: Db, id: string): Promise<EmailToken | undefined> {
  const rows = await db.select().from(emailTokens).where(eq(emailTokens.id, id))
  return rows.map(toToken)[0]
}

export async function findTokenByLink(db: Db, linkToken: string): Promise<EmailToken | undefined> {
  const rows = await db
    .select()
    .from(emailTokens)
    .where(eq(emailTokens.linkHash, linkTokenHash(linkToken)))
  return rows.map(toToken)[0]
}

/** By its mailbox: no other spelling of an address has limits of its own. */
export function hashAddress(sealer: Sealer, { tenant, mode }: Owner, email: string): AddressHashes {
  const parts = ['email-address', tenant, mode, toMailbox(email)]
  return {
    lockId: sealer.lockId(...parts),
    current: sealer.hash(...parts),
    all: sealer.hashes(...parts),
  }
}

type AddressHashes = {
  readonly lockId: string
  readonly current: Buffer
  /** Under every hash key. */
  readonly all: readonly Buffer[]
}

/** Locks the address for this commit, then reads when it was sent to in the last 24 hours of wall time. */
export async function readAddressSends(
  tx: Db,
  { lockId, all }: AddressHashes,
  wallNow: Date,
): Promise<number[]> {
  // Both at once on one connection: the second statement sees what was committed before the lock.
  const [, rows] = await Promise.all([
    tx.execute(sql`select pg_advisory_xact_lock(${lockId}::bigint)`),
    tx
      .select({ at: emailTokens.wallCreatedAt })
      .from(emailTokens)
      .where(
        and(
          inArray(emailTokens.addressHash, [...all]),
          gt(emailTokens.wallCreatedAt, new Date(wallNow.getTime() - dayMs)),
        ),
      ),
  ])
  return rows.map(({ at }) => at.getTime())
}

/** Opens a record; its code and link follow from the data key, its id and a nonce. */
export async function openToken(
  tx: Db,
  sealer: Sealer,
  locked: Locked,
  key: DataKey,
  token: { addressHash: Buffer; language: 'pt' | 'en' },
): Promise<EmailToken> {
  const id = newId()
  const nonce = randomBytes(12).toString('base64url')
  const link = deriveLinkToken((label) => sealer.mac(key, label), id, nonce)
  const [row] = await tx
    .insert(emailTokens)
    .values({
      id,
      transactionId: locked.id,
      createdAt: locked.now,
      expiresAt: new Date(expiryOf(locked.now.getTime())),
      language: token.language,
      nonce,
      linkHash: linkTokenHash(link),
      addressHash: token.addressHash,
      wallCreatedAt: locked.wallNow,
    })
    .returning()
  if (!row) throw new Error('the insert gave no row')
  return toToken(row)
}

/** What the message carries: the same for every message of one record. */
export function deriveSecrets(sealer: Sealer, key: DataKey, { id, nonce }: EmailToken) {
  const mac = (label: string) => sealer.mac(key, label)
  return { mac, code: deriveCode(mac, id, nonce), linkToken: deriveLinkToken(mac, id, nonce) }
}

/** When the transaction's wrong codes of its last 24 hours were given, epoch ms, for whatever records. */
export async function readFailedChecks(tx: Db, { id, now }: Locked): Promise<number[]> {
  const rows = await tx
    .select({ at: journal.at })
    .from(journal)
    .where(
      and(
        eq(journal.transactionId, id),
        eq(journal.kind, 'email-token-check-failed'),
        gt(journal.at, new Date(now.getTime() - dayMs)),
      ),
    )
  return rows.map(({ at }) => at.getTime())
}

type Fact =
  | { readonly checks: number }
  | { readonly repliedAt: Date }
  | { readonly expiredAt: Date }
  | { readonly supersededAt: Date }
  | { readonly failedAt: Date; readonly failureCode: FailureCode }

export async function recordFact(tx: Db, id: string, fact: Fact): Promise<void> {
  await tx.update(emailTokens).set(fact).where(eq(emailTokens.id, id))
}

export type AttemptRow = typeof emailTokenAttempts.$inferSelect

export async function listAttempts(db: Db, tokenId: string): Promise<AttemptRow[]> {
  return db.select().from(emailTokenAttempts).where(eq(emailTokenAttempts.tokenId, tokenId))
}

/** Claims an attempt before the provider is called; undefined when it is claimed already. */
export async function claimAttempt(
  tx: Db,
  claimed: { tokenId: string; attempt: number; provider: string; claimedAt: Date },
): Promise<AttemptRow | undefined> {
  const rows = await tx
    .insert(emailTokenAttempts)
    .values({ id: newId(), ...claimed })
    .onConflictDoNothing()
    .returning()
  return rows[0]
}

/** The first outcome counts; false when the attempt has one already. */
export async function endAttempt(
  tx: Db,
  id: string,
  outcome: string,
  endedAt: Date,
): Promise<boolean> {
  const ended = await tx
    .update(emailTokenAttempts)
    .set({ outcome, endedAt })
    .where(and(eq(emailTokenAttempts.id, id), isNull(emailTokenAttempts.outcome)))
    .returning({ id: emailTokenAttempts.id })
  return ended.length > 0
}

function toToken(row: typeof emailTokens.$inferSelect): EmailToken {
  const { id, transactionId, failureCode, checks, language, nonce } = row
  return {
    id,
    transactionId,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    repliedAt: row.repliedAt?.getTime() ?? null,
    expiredAt: row.expiredAt?.getTime() ?? null,
    failedAt: row.failedAt?.getTime() ?? null,
    supersededAt: row.supersededAt?.getTime() ?? null,
    failureCode,
    checks,
    language,
    nonce,
  }
}
