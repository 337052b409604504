// Writes what an answer makes of its record, once it is read.
import { and, eq } from 'drizzle-orm'
import { isToken } from '#src/messaging/challenges/challenge.ts'
import {
  challengeReplied,
  challengeReplyIgnored,
  challengeWrongPerson,
} from '#src/messaging/challenges/kinds.ts'
import { decideReply, type ReplyDecision } from '#src/messaging/challenges/replies/replies.ts'
import {
  type Attempt,
  isWrongPerson,
  noteWrongPerson,
} from '#src/messaging/challenges/sending/attempts.ts'
import { type Challenge, recordTimes, updateChallenge } from '#src/messaging/challenges/store.ts'
import type { Reading } from '#src/messaging/replies/read-reply.ts'
import { liftRefusal } from '#src/messaging/phones/suppressions.ts'
import type { Db } from '#src/platform/db/client.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Entry } from '#src/journey/journal/entry.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { KnownRecord } from './record.ts'
import { type Known, noAnswer, type Said } from './said.ts'

/** `at`: when it was said, by the transaction's clock. Resolves to the record as it is then. */
export async function recordAnswer(
  { tx, locked }: InCommit,
  known: Known,
  said: Said,
  at: number,
): Promise<KnownRecord> {
  const { challenge, attempts, attempt } = known
  const decision = decideReply(challenge, await judge({ tx, locked }, challenge, said), at)
  if (decision.kind === 'ignored') {
    await ignore({ tx, locked }, known, said, decision.code)
    return { challenge, attempts }
  }
  const { option: replyOption } = decision
  await Promise.all([
    recordTimes(tx, challenge.id, { repliedAt: new Date(at) }),
    updateChallenge(tx, challenge.id, { replyOption }),
    liftRefusal(tx, locked, challenge.channel, attempt.contactHash),
  ])
  append(locked, { kind: challengeReplied, ...aboutOf(known), code: String(replyOption) })
  return { challenge: { ...challenge, repliedAt: at, replyOption }, attempts }
}

type IgnoredCode = Extract<ReplyDecision, { kind: 'ignored' }>['code']

/** What of it may count for the record. */
async function judge(
  { tx, locked }: InCommit,
  challenge: Challenge,
  { reading, by }: Said,
): Promise<Reading> {
  if (!('option' in reading)) return reading
  // A token is validated by its code or its link; an answer to its message proves nothing.
  if (isToken(challenge.challengeKind)) return noAnswer
  if (reading.meaning === 'no') return reading
  const hashes = by.map(({ contactHash }) => contactHash)
  return (await isWrongPerson(tx, locked.id, hashes)) ? { meaning: 'wrong-person' } : reading
}

async function ignore(
  { tx, locked }: InCommit,
  known: Known,
  { reading, by }: Said,
  code: IgnoredCode,
): Promise<void> {
  const { challenge } = known
  if (reading.meaning === 'wrong-person')
    await noteWrongPerson(
      tx,
      by.map(({ id }) => id),
      locked.now,
    )
  const kind = reading.meaning === 'wrong-person' ? challengeWrongPerson : challengeReplyIgnored
  if (await isSaid(tx, locked, challenge, { kind: kind.name, code })) return
  // Whoever has been asked, and said something else, is helped once.
  const helped = code === 'unparsed' && !isToken(challenge.challengeKind) && by.at(-1)
  const help = helped && { ...toName(helped), dueAt: locked.now.getTime() }
  append(locked, { kind, ...aboutOf(known), code, ...help })
}

const toName = ({ attempt, provider }: Attempt) => ({ attempt, provider })

const aboutOf = ({ challenge, attempt }: Known) => ({
  module: challenge.challengeKind,
  ref: challenge.id,
  ...toName(attempt),
})

/** Each reason stands once in a record's journal, however often somebody writes to us. */
async function isSaid(
  tx: Db,
  locked: Locked,
  { id }: Challenge,
  { kind, code }: Pick<Entry, 'kind' | 'code'>,
): Promise<boolean> {
  const isSame = (entry: Pick<Entry, 'kind' | 'ref' | 'code'>) =>
    entry.kind === kind && entry.ref === id && entry.code === code
  // Entries of this commit are not in the table yet.
  if (locked.unwritten.some(isSame)) return true
  const [said] = await tx
    .select({ seq: journal.seq })
    .from(journal)
    .where(
      and(
        eq(journal.transactionId, locked.id),
        eq(journal.kind, kind),
        eq(journal.ref, id),
        code === null ? undefined : eq(journal.code, code),
      ),
    )
    .limit(1)
  return said !== undefined
}
