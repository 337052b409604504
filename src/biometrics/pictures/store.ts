// Stores and finds the hashes by which pictures are recognised, within a tenant and mode.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { InCommit, Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { bandsOf } from './rules.ts'
import { index, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { transactionColumn } from '#src/journey/transaction/table.ts'
import { digest, instant } from '#src/platform/db/columns.ts'

/**
 * The hashes by which a picture is found again, keyed and including tenant and mode. The whole hash is sealed with its
 * result.
 */
export const pictureMarks = pgTable(
  'picture_mark',
  {
    ...transactionColumn,
    /** The submission that brought the picture. */
    submissionId: uuid('submission_id').notNull(),
    /**
     * 0: the bytes of the picture as sent; 1 to 4: a band of the perceptual hash; from 5: the bytes of further frames.
     */
    part: smallint('part').notNull(),
    hash: digest('hash').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.submissionId, table.part] }),
    index('picture_mark_hash').on(table.hash, table.at),
    index('picture_mark_transaction').on(table.transactionId),
    index('picture_mark_at').on(table.at),
  ],
)

/** `bytes`: digests of the pictures as sent; `look`: the perceptual hash of the first one. */
export type Marked = { readonly bytes: readonly string[]; readonly look: string }

type Part = {
  readonly part: number
  readonly isBytes: boolean
  readonly hashed: readonly [string, ...string[]]
}

/** The most bands of a picture; the parts of further frames are numbered after them. */
const bandsMax = 4

const partsOf = ({ tenant, mode }: Owner, { bytes, look }: Marked): Part[] => [
  ...bandsOf(look).map((band, at): Part => ({
    part: at + 1,
    isBytes: false,
    hashed: ['picture', tenant, mode, 'band', band],
  })),
  ...bytes.map((one, at): Part => ({
    part: at === 0 ? 0 : bandsMax + at,
    isBytes: true,
    hashed: ['picture', tenant, mode, 'bytes', one],
  })),
]

/** Runs in the commit of the result; a task that runs twice writes the same rows. */
export async function recordMarks(
  { tx, sealer, locked }: InCommit<{ readonly sealer: Sealer }>,
  submissionId: string,
  marked: Marked,
): Promise<void> {
  const rows = partsOf(locked, marked).map(({ part, hashed }) => ({
    transactionId: locked.id,
    submissionId,
    part,
    hash: sealer.hash(...hashed),
    at: locked.wallNow,
  }))
  await tx.insert(pictureMarks).values(rows).onConflictDoNothing()
}

export type Candidate = {
  readonly transactionId: string
  readonly submissionId: string
  /** Whether the bytes are identical. */
  readonly isSame: boolean
}

/** How many of the newest pictures are compared for each hash, so that one that all cards share stays cheap. */
const marksMax = 300
const candidatesMax = 20

/** Finds pictures of other transactions that may be this one; their whole hashes decide. */
export async function findCandidates(
  db: Db,
  sealer: Sealer,
  owner: Owner & { readonly id: string },
  marked: Marked,
): Promise<Candidate[]> {
  const asked = partsOf(owner, marked).flatMap(({ part, isBytes, hashed }) =>
    sealer.hashes(...hashed).map((hash) => ({ part, bytes: isBytes, hash: hash.toString('hex') })),
  )
  const rows = await db.execute<{ transaction: string; submission: string; same: boolean }>(sql`
    select seen.transaction_id as transaction, seen.submission_id as submission,
      bool_or(asked.bytes) as same
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked (part int, bytes bool, hash text)
    cross join lateral (
      select transaction_id, submission_id from ${pictureMarks}
      where hash = decode(asked.hash, 'hex') and transaction_id <> ${owner.id}::uuid
      order by at desc limit ${marksMax}
    ) seen
    group by 1, 2
    order by same desc, count(distinct asked.part) desc, 2 desc
    limit ${candidatesMax}`)
  return rows.map(({ transaction, submission, same }) => ({
    transactionId: transaction,
    submissionId: submission,
    isSame: same,
  }))
}

/** Runs in the commit of an erasure. */
export async function forgetMarksOf(tx: Db, transactionId: string): Promise<void> {
  await tx.delete(pictureMarks).where(eq(pictureMarks.transactionId, transactionId))
}

/**
 * Runs in the commit that deletes submissions, so that their pictures are not found for other transactions afterwards.
 */
export async function forgetMarks(
  tx: Db,
  transactionId: string,
  submissionIds: readonly string[],
): Promise<void> {
  await tx
    .delete(pictureMarks)
    .where(
      and(
        eq(pictureMarks.transactionId, transactionId),
        inArray(pictureMarks.submissionId, [...submissionIds]),
      ),
    )
}

const keptDays = 400
const forgottenAtOnce = 1_000

/** Deletes some of the rows older than the retention of sightings, found by an index; resolves to their number. */
export async function forgetOldMarks(db: Db): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${pictureMarks}
    where ctid in (
      select ctid from ${pictureMarks}
      where at < statement_timestamp() - make_interval(days => ${keptDays}) limit ${forgottenAtOnce}
    )
    returning 1`)
  return gone.length
}
