// The rows of verification links. Every function takes the database handle first; those that write expect the
// transaction’s row to be locked.
import type { Values } from '#src/journey/values/schema.ts'
import { assert } from '#src/platform/assert.ts'
import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import { type InCommit, openDataKey } from '#src/journey/transaction/locked.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import type { LinkEnds } from './rules.ts'
import { links } from './table.ts'
import { deriveToken, hashSecret } from './token.ts'

export type VerificationLink = typeof links.$inferSelect

/** The times in the form that the rules need. */
export const toEnds = (link: VerificationLink): LinkEnds => ({
  expiresAt: link.expiresAt.getTime(),
  completedAt: link.completedAt?.getTime() ?? null,
  expiredAt: link.expiredAt?.getTime() ?? null,
  supersededAt: link.supersededAt?.getTime() ?? null,
})

export async function findLatestLink(
  db: Db,
  transactionId: string,
): Promise<VerificationLink | undefined> {
  const [found] = await db
    .select()
    .from(links)
    .where(eq(links.transactionId, transactionId))
    .orderBy(desc(links.createdAt), desc(links.id))
    .limit(1)
  return found
}

export async function findLink(db: Db, id: string): Promise<VerificationLink | undefined> {
  const [found] = await db.select().from(links).where(eq(links.id, id))
  return found
}

export async function findLinkByToken(
  db: Db,
  token: string,
): Promise<VerificationLink | undefined> {
  const [found] = await db
    .select()
    .from(links)
    .where(eq(links.tokenHash, hashSecret(token)))
  return found
}

/** The newest links first. */
export async function listCompletedLinks(
  db: Db,
  transactionId: string,
): Promise<VerificationLink[]> {
  return db
    .select()
    .from(links)
    .where(and(eq(links.transactionId, transactionId), sql`${links.completedAt} is not null`))
    .orderBy(desc(links.completedAt), desc(links.id))
}

/** The times after `after` at which links were created, in epoch ms of the transaction’s clock. */
export async function listMakings(db: Db, transactionId: string, after: Date): Promise<number[]> {
  const found = await db
    .select({ createdAt: links.createdAt })
    .from(links)
    .where(and(eq(links.transactionId, transactionId), gt(links.createdAt, after)))
  return found.map(({ createdAt }) => createdAt.getTime())
}

export type NewVerificationLink = Pick<
  VerificationLink,
  'packOwner' | 'packName' | 'packVersion' | 'redirectUrl' | 'expiresAt'
> & {
  readonly purpose?: string | undefined
  readonly input?: Values | undefined
  /** An existing run that the person walks. */
  readonly runId?: string
}

export async function insertLink(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  { purpose, input, ...given }: NewVerificationLink,
): Promise<VerificationLink> {
  const id = newId()
  const nonce = randomBytes(12).toString('base64url')
  const key = await openDataKey(sealer, locked)
  const token = deriveToken(sealer, key, 'link', { id, nonce })
  const [row] = await tx
    .insert(links)
    .values({
      ...given,
      id,
      nonce,
      ...(purpose !== undefined && {
        purpose: sealer.seal(key, sealedOf(locked, id, 'purpose'), purpose),
      }),
      ...(input && { input: sealer.seal(key, sealedOf(locked, id, 'input'), input) }),
      tokenHash: hashSecret(token),
      transactionId: locked.id,
      tenant: locked.tenant,
      mode: locked.mode,
      createdAt: locked.now,
    })
    .returning()
  assert(row, 'the insert returned no row')
  return row
}

const sealedOf = (
  { id: transaction, tenant }: Pick<StoredTransaction, 'id' | 'tenant'>,
  rowId: string,
  column: 'purpose' | 'input',
): SealContext => ({ tenant, transaction, table: 'verification_link', column, rowId })

/** The purpose that the person confirms; undefined where the client gave none. */
export async function readPurpose(
  sealer: Sealer,
  opener: Pick<StoredTransaction, 'tenant' | 'id' | 'key'>,
  { id, purpose }: Pick<VerificationLink, 'id' | 'purpose'>,
): Promise<string | undefined> {
  if (purpose === null) return undefined
  const key = await openDataKey(sealer, opener)
  return sealer.unseal<string>(key, sealedOf(opener, id, 'purpose'), purpose)
}

/** The values that its run is started with; undefined when the pack takes none. */
export async function readInput(
  sealer: Sealer,
  opener: Pick<StoredTransaction, 'tenant' | 'id' | 'key'>,
  { id, input }: Pick<VerificationLink, 'id' | 'input'>,
): Promise<Values | undefined> {
  if (input === null) return undefined
  const key = await openDataKey(sealer, opener)
  return sealer.unseal<Values>(key, sealedOf(opener, id, 'input'), input)
}

export async function updateLink(
  tx: Db,
  id: string,
  changed: Partial<typeof links.$inferInsert>,
): Promise<void> {
  await tx.update(links).set(changed).where(eq(links.id, id))
}

/** The URL that the person opens. */
export async function writeAddress(
  { sealer, publicBaseUrl }: { readonly sealer: Sealer; readonly publicBaseUrl: string },
  opener: Pick<StoredTransaction, 'tenant' | 'id' | 'key'>,
  link: Pick<VerificationLink, 'id' | 'nonce'>,
): Promise<string> {
  const key = await openDataKey(sealer, opener)
  return `${publicBaseUrl.replace(/\/$/, '')}/c/${deriveToken(sealer, key, 'link', link)}`
}
