// The steps of a link that were begun, and the devices that have opened it.
import type { StepOutcome, StepReason } from './rules.ts'
import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import { links, linkSessions, linkSteps } from './table.ts'
import { hashSecret } from './token.ts'

export type LinkStep = typeof linkSteps.$inferSelect
export type LinkSession = typeof linkSessions.$inferSelect

export function listSteps(db: Db, linkId: string): Promise<LinkStep[]> {
  return db.select().from(linkSteps).where(eq(linkSteps.linkId, linkId)).execute()
}

/** Counts another submission of a step; resolves to the number of tries. */
export async function countTry(
  tx: Db,
  linkId: string,
  step: string,
  {
    sentAt,
    pictures = 1,
    review = false,
    examinations = [],
  }: {
    readonly sentAt: Date
    readonly pictures?: number
    readonly review?: boolean
    readonly examinations?: readonly string[]
  },
): Promise<number> {
  const sent = { sentAt, pictures, review, eventDigest: null, eventAt: null }
  const [row] = await tx
    .insert(linkSteps)
    .values({ linkId, step, tries: 1, ...sent, examinations: [...examinations] })
    .onConflictDoUpdate({
      target: [linkSteps.linkId, linkSteps.step],
      set: {
        ...sent,
        tries: sql`${linkSteps.tries} + 1`,
        examinations: sql`${linkSteps.examinations} || excluded.examinations`,
      },
    })
    .returning({ tries: linkSteps.tries })
  return row?.tries ?? 1
}

/** Records that the signed event of a step was made, before it arrives. */
export async function announceEvent(
  tx: Db,
  linkId: string,
  step: string,
  event: { readonly eventDigest: Buffer; readonly eventAt: Date },
): Promise<void> {
  await tx
    .insert(linkSteps)
    .values({ linkId, step, ...event })
    .onConflictDoUpdate({ target: [linkSteps.linkId, linkSteps.step], set: event })
}

/** Records that the person has reached the step for the first time. */
export async function beginStep(
  tx: Db,
  linkId: string,
  step: string,
  begunAt: Date,
): Promise<void> {
  await tx
    .insert(linkSteps)
    .values({ linkId, step, begunAt })
    .onConflictDoUpdate({ target: [linkSteps.linkId, linkSteps.step], set: { begunAt } })
}

export async function closeStep(
  tx: Db,
  linkId: string,
  step: string,
  { outcome, reasons, closedAt }: StepResult & { readonly closedAt: Date },
): Promise<void> {
  const closed = { outcome, reasons: [...reasons], closedAt }
  await tx
    .insert(linkSteps)
    .values({ linkId, step, ...closed })
    .onConflictDoUpdate({ target: [linkSteps.linkId, linkSteps.step], set: closed })
}

/** Reopens a step that was given up. */
export async function reopenStep(tx: Db, linkId: string, step: string): Promise<void> {
  await tx
    .update(linkSteps)
    .set({ outcome: null, reasons: [], closedAt: null })
    .where(and(eq(linkSteps.linkId, linkId), eq(linkSteps.step, step)))
}

/**
 * Opens the link on a device, after which the previous device no longer counts; resolves to the secret of its cookie.
 */
export async function openSession(
  tx: Db,
  linkId: string,
  createdAt: Date,
): Promise<{ secret: string; devices: number }> {
  const secret = randomBytes(32).toString('base64url')
  const id = newId()
  await tx.insert(linkSessions).values({ id, linkId, secretHash: hashSecret(secret), createdAt })
  const [row] = await tx
    .update(links)
    .set({
      sessionId: id,
      devices: sql`${links.devices} + 1`,
      handoverNonce: null,
      handoverHash: null,
      handoverExpiresAt: null,
      refusedAt: null,
    })
    .where(eq(links.id, linkId))
    .returning({ devices: links.devices })
  return { secret, devices: row?.devices ?? 1 }
}

export async function findSession(db: Db, secret: string): Promise<LinkSession | undefined> {
  const [found] = await db
    .select()
    .from(linkSessions)
    .where(eq(linkSessions.secretHash, hashSecret(secret)))
  return found
}

/** Finds the link of a one-time secret, which is used up by the session that it opens. */
export async function findHandover(
  db: Db,
  secret: string,
): Promise<{ readonly id: string; readonly transactionId: string } | undefined> {
  const [found] = await db
    .select({ id: links.id, transactionId: links.transactionId })
    .from(links)
    .where(and(eq(links.handoverHash, hashSecret(secret))))
  return found
}

export type StepResult = { readonly outcome: StepOutcome; readonly reasons: readonly StepReason[] }
