import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { SealContext, Sealer } from '#src/platform/seal/sealer.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { findById, readerNow } from '#src/journey/transaction/store.ts'
import { submissions, transactionColumn } from '#src/journey/transaction/table.ts'
import type { PhoneMessage } from '#src/vendors/sandbox/phone.ts'
import type { SandboxMessage } from './schema.ts'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, sealed } from '#src/platform/db/columns.ts'

export type Channel = 'email' | 'sms' | 'whatsapp'

/** The messages that sandbox adapters have "sent": stored sealed, and shown by the sandbox’s list and page. */
export const sandboxMessages = pgTable(
  'sandbox_message',
  {
    id: uuid('id').primaryKey(),
    ...transactionColumn,
    tenant: text('tenant').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    /** The attempt that sent the message; each attempt sends once. */
    attemptId: uuid('attempt_id').notNull().unique(),
    content: sealed('content').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sandbox_message_transaction').on(table.transactionId, table.createdAt),
    index('sandbox_message_tenant').on(table.tenant, table.createdAt),
  ],
)

type Shown = Omit<SandboxMessage, 'id' | 'transactionId' | 'channel' | 'createdAt'>

/** The shown content of a message; for a phone also the data that a reply must carry, which are not shown. */
export type Content =
  | (Shown & { readonly html?: string })
  | (Omit<Shown, 'options'> & Omit<PhoneMessage, 'channel'>)

export type Delivery = {
  readonly transactionId: string
  readonly channel: Channel
  readonly attemptId: string
  readonly content: Content
}

/** Stores the message of an attempt once. */
export async function keepMessage(db: Db, sealer: Sealer, delivery: Delivery): Promise<void> {
  const { transactionId, channel, attemptId, content } = delivery
  const found = await findById(db, transactionId)
  if (!found) return
  const id = newId()
  const key = await sealer.openKey(found.tenant, found.id, found.key)
  await db
    .insert(sandboxMessages)
    .values({
      id,
      transactionId,
      tenant: found.tenant,
      channel,
      attemptId,
      content: sealer.seal(key, contentContext(found.tenant, transactionId, id), content),
      createdAt: readerNow(found),
    })
    .onConflictDoNothing({ target: sandboxMessages.attemptId })
}

export async function wasKept(db: Db, attemptId: string): Promise<boolean> {
  const found = await db
    .select({ id: sandboxMessages.id })
    .from(sandboxMessages)
    .where(eq(sandboxMessages.attemptId, attemptId))
  return found.length > 0
}

/** Messages with the key of their transaction, which an erasure destroys. */
const selectSealed = (db: Db) =>
  db
    .select({ message: sandboxMessages, keyId: submissions.keyId, wrapped: submissions.wrappedKey })
    .from(sandboxMessages)
    .innerJoin(submissions, eq(submissions.id, sandboxMessages.transactionId))

const listMax = 100

/** The newest first: the messages of one transaction, or the latest of the tenant. */
export async function listMessages(
  db: Db,
  sealer: Sealer,
  { tenant }: Owner,
  transactionId?: string,
): Promise<SandboxMessage[]> {
  const mine = and(
    eq(sandboxMessages.tenant, tenant),
    transactionId === undefined ? undefined : eq(sandboxMessages.transactionId, transactionId),
  )
  const rows = await selectSealed(db)
    .where(mine)
    .orderBy(desc(sandboxMessages.createdAt), desc(sandboxMessages.id))
    .limit(listMax)
  const readable = rows.filter(({ wrapped }) => wrapped !== null)
  return Promise.all(
    readable.map(
      async ({
        message: { id, transactionId: of, channel, content, createdAt },
        keyId,
        wrapped,
      }) => {
        const key = await sealer.openKey(tenant, of, { keyId, wrapped })
        const opened = sealer.unseal<Content>(key, contentContext(tenant, of, id), content)
        const shown = toShown(opened)
        return { id, transactionId: of, channel, ...shown, createdAt: createdAt.toISOString() }
      },
    ),
  )
}

/** The HTML of an e-mail; undefined when it is unknown, erased, or no e-mail. */
export async function readMail(
  db: Db,
  sealer: Sealer,
  { tenant }: Owner,
  id: string,
): Promise<string | undefined> {
  const [found] = await selectSealed(db).where(
    and(eq(sandboxMessages.id, id), eq(sandboxMessages.tenant, tenant)),
  )
  if (!found?.wrapped) return undefined
  const { keyId, wrapped, message } = found
  const { transactionId, content } = message
  const key = await sealer.openKey(tenant, transactionId, { keyId, wrapped })
  const opened = sealer.unseal<Content>(key, contentContext(tenant, transactionId, id), content)
  return 'html' in opened ? opened.html : undefined
}

/** A message of the caller’s own tenant. */
export async function findMessage(
  db: Db,
  { tenant }: Owner,
  id: string,
): Promise<{ transactionId: string; channel: Channel } | undefined> {
  const [found] = await db
    .select({ transactionId: sandboxMessages.transactionId, channel: sandboxMessages.channel })
    .from(sandboxMessages)
    .where(and(eq(sandboxMessages.id, id), eq(sandboxMessages.tenant, tenant)))
  return found
}

/** A message with the data for a reply; undefined when it is unknown, erased, or an e-mail. */
export async function readPhoneMessage(
  db: Db,
  sealer: Sealer,
  { tenant }: Owner,
  id: string,
): Promise<PhoneMessage | undefined> {
  const [found] = await selectSealed(db).where(
    and(eq(sandboxMessages.id, id), eq(sandboxMessages.tenant, tenant)),
  )
  if (!found?.wrapped) return undefined
  const { keyId, wrapped, message } = found
  const { transactionId, channel, content } = message
  if (channel === 'email') return undefined
  const key = await sealer.openKey(tenant, transactionId, { keyId, wrapped })
  const opened = sealer.unseal<Content>(key, contentContext(tenant, transactionId, id), content)
  if (!('sender' in opened)) return undefined
  const { to, sender, providerMsgId, options } = opened
  return { channel, to, sender, providerMsgId, options }
}

function toShown({ to, subject, text, code, link, options = [] }: Content): Shown {
  return {
    to,
    ...(subject !== undefined && { subject }),
    text,
    ...(code !== undefined && { code }),
    ...(link !== undefined && { link }),
    ...(options.length > 0 && { options: options.map(({ option, label }) => ({ option, label })) }),
  }
}

const contentContext = (tenant: string, transaction: string, rowId: string): SealContext => ({
  tenant,
  transaction,
  table: 'sandbox_message',
  column: 'content',
  rowId,
})

/** Runs in the commit of an erasure or restriction. */
export async function forgetMessages(tx: Db, transactionId: string): Promise<void> {
  await tx.delete(sandboxMessages).where(eq(sandboxMessages.transactionId, transactionId))
}
