// Pictures uploaded for a step of a link, each once by its content.
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { linkCaptures } from './table.ts'

export type Capture = typeof linkCaptures.$inferSelect

export const captureParts = ['front', 'back', 'face'] as const
export type CapturePart = (typeof captureParts)[number]

/** The newest captures first. */
export function listCaptures(db: Db, linkId: string): Promise<Capture[]> {
  return db
    .select()
    .from(linkCaptures)
    .where(eq(linkCaptures.linkId, linkId))
    .orderBy(desc(linkCaptures.createdAt))
    .execute()
}

export async function findCapture(
  db: Db,
  linkId: string,
  part: CapturePart,
  sha256: Buffer,
): Promise<Capture | undefined> {
  const [found] = await db
    .select()
    .from(linkCaptures)
    .where(
      and(
        eq(linkCaptures.linkId, linkId),
        eq(linkCaptures.part, part),
        eq(linkCaptures.sha256, sha256),
      ),
    )
  return found
}

/** The first of two concurrent uploads of the same picture is kept. */
export async function insertCapture(db: Db, capture: Capture): Promise<void> {
  await db.insert(linkCaptures).values(capture).onConflictDoNothing()
}

/** Deletes pictures that were not submitted, so that they are taken again. */
export async function dropCaptures(tx: Db, linkId: string, part: CapturePart, after: Date) {
  await tx
    .delete(linkCaptures)
    .where(
      and(
        eq(linkCaptures.linkId, linkId),
        eq(linkCaptures.part, part),
        gt(linkCaptures.createdAt, after),
      ),
    )
}

export async function countCaptures(db: Db, linkId: string, part: CapturePart): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(linkCaptures)
    .where(and(eq(linkCaptures.linkId, linkId), eq(linkCaptures.part, part)))
  return row?.count ?? 0
}
