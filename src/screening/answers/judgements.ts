// People's judgements of hits. A judgement is about one subject and the content of one source's entry: it counts for a
// year wherever the tenant meets both again, and ends when the entry changes.
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { fold } from '#src/journey/names/fold.ts'
import { type Locked, openDataKey, type Owner } from '#src/journey/transaction/locked.ts'
import type { Db } from '#src/platform/db/client.ts'
import { newId } from '#src/platform/ids.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { CheckRecord, ListMatch } from '#src/screening/wire/schema.ts'
import type { CheckAnswer, Port } from '#src/screening/orders/port.ts'
import type { Subject } from '#src/screening/orders/store.ts'
import { hitJudgements } from '#src/screening/orders/table.ts'
import { toDocument } from './subject.ts'

export type Hit = ListMatch | CheckRecord
export type Judgement = (typeof hitJudgements.$inferSelect)['judgement']

/** The subject of a hit, and the source that reported it. */
export type HitOrigin = {
  readonly port: Port
  readonly service: string
  readonly source: string
  readonly subject: Subject
}

const dayMs = 86_400_000
const judgedMs = 365 * dayMs

/** The parts by which a subject is recognised: the number, or else name and birth date. */
function subjectParts({ tenant, mode }: Owner, { port, subject }: HitOrigin): string[] {
  const { document, name, birthdate } = subject as {
    document?: string
    name?: string
    birthdate?: string
  }
  const own = document
    ? [toDocument(document) ?? '']
    : [fold(name ?? '').words.join(' ') || (name ?? ''), birthdate ?? '']
  return ['hit-subject', tenant, mode, port, ...own]
}

/** Everything that the entry says, but not the source's score, and regardless of the order of its lists. */
function hitParts({ tenant }: Owner, { service, source }: HitOrigin, hit: Hit): string[] {
  const said: Record<string, unknown> = { ...hit }
  for (const own of ['score', 'match', 'dismissed', 'doubtful', 'hitId']) delete said[own]
  const content = Object.entries(said).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String).toSorted() : value,
  ])
  return ['hit-content', tenant, service, source, keyOf(Object.fromEntries(content))]
}

/** The ids of hits in the API, each derived from one check, one source and one entry. */
export const hitIdsOf = (
  sealer: Pick<Sealer, 'hashes'>,
  checkId: string,
  { service, source }: Pick<HitOrigin, 'service' | 'source'>,
  { id }: Hit,
): string[] =>
  sealer
    .hashes('hit-id', checkId, service, source, id)
    .map((hash) => hash.subarray(0, 16).toString('base64url'))

export async function insertJudgement(
  { tx, sealer, locked }: { readonly tx: Db; readonly sealer: Sealer; readonly locked: Locked },
  origin: HitOrigin,
  hit: Hit,
  given: { readonly judgement: Judgement; readonly note: string },
) {
  const id = newId()
  const key = await openDataKey(sealer, locked)
  const context = {
    tenant: locked.tenant,
    transaction: locked.id,
    table: 'hit_judgement',
    column: 'note',
    rowId: id,
  } as const
  const row = {
    id,
    transactionId: locked.id,
    tenant: locked.tenant,
    mode: locked.mode,
    subject: sealer.hash(...subjectParts(locked, origin)),
    hit: sealer.hash(...hitParts(locked, origin, hit)),
    judgement: given.judgement,
    note: sealer.seal(key, context, given.note),
    judgedAt: locked.now,
    expiresAt: new Date(locked.now.getTime() + judgedMs),
  }
  await tx.insert(hitJudgements).values(row)
  return row
}

type Owned = Owner & { readonly now: Date }

export type Judged = (origin: HitOrigin, answer: CheckAnswer) => CheckAnswer

/** Marks those hits of answers that were judged to be about somebody else; makes no query when there is no hit. */
export async function readJudged(
  db: Db,
  sealer: Pick<Sealer, 'hashes'>,
  owner: Owned,
  found: readonly { readonly origin: HitOrigin; readonly answer: CheckAnswer | null }[],
): Promise<Judged> {
  const asked = found.filter(({ answer }) => answer && listHits(answer).length > 0)
  if (asked.length === 0) return (_, answer) => answer
  const subjects = asked.flatMap(({ origin }) => sealer.hashes(...subjectParts(owner, origin)))
  const rows = await db
    .select({
      subject: hitJudgements.subject,
      hit: hitJudgements.hit,
      judgement: hitJudgements.judgement,
    })
    .from(hitJudgements)
    .where(
      and(
        eq(hitJudgements.tenant, owner.tenant),
        eq(hitJudgements.mode, owner.mode),
        inArray(hitJudgements.subject, subjects),
        gt(hitJudgements.expiresAt, owner.now),
      ),
    )
    .orderBy(asc(hitJudgements.id))
  // The newest judgement counts.
  const judged = new Map(rows.map((row) => [pairOf(row.subject, row.hit), row.judgement]))
  const isFalse = (origin: HitOrigin, hit: Hit) =>
    sealer
      .hashes(...subjectParts(owner, origin))
      .some((subject) =>
        sealer
          .hashes(...hitParts(owner, origin, hit))
          .some((one) => judged.get(pairOf(subject, one)) === 'false-positive'),
      )
  return (origin, answer) => {
    const mark = <One extends Hit>(hit: One): One =>
      isFalse(origin, hit) ? { ...hit, dismissed: 'judged' } : hit
    return {
      ...answer,
      ...('matches' in answer && answer.matches && { matches: answer.matches.map(mark) }),
      ...('records' in answer && answer.records && { records: answer.records.map(mark) }),
    }
  }
}

const pairOf = (subject: Buffer, hit: Buffer): string =>
  `${subject.toString('base64')} ${hit.toString('base64')}`

export const listHits = (answer: CheckAnswer): Hit[] => [
  ...('matches' in answer ? (answer.matches ?? []) : []),
  ...('records' in answer ? (answer.records ?? []) : []),
]

/** Deletes a transaction's judgements, with their written reasons and the subject's hash. */
export async function forgetJudgements(tx: Db, transactionId: string): Promise<void> {
  await tx.delete(hitJudgements).where(eq(hitJudgements.transactionId, transactionId))
}

/** A value as text, whatever the order of its fields. */
export const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
