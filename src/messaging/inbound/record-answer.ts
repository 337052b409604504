// Writes the effect of a reply to its record, once it is parsed.
import { and, eq } from 'drizzle-orm'
import { isToken } from '#src/messaging/wire/channel.ts'
import {
  challengeDenied,
  challengeDoubted,
  challengeReplied,
  challengeReplyIgnored,
  challengeWrongPerson,
} from '#src/messaging/challenges/kinds.ts'
import { hasConfirmed, isDenied } from '#src/messaging/challenges/denials.ts'
import { decideAnswer, isDenial, type ReplyDecision } from '#src/messaging/conversations/replies.ts'
import {
  type Attempt,
  isWrongPerson,
  noteWrongPerson,
  takeBackAnswers,
} from '#src/messaging/challenges/attempts.ts'
import { recordTimes, updateChallenge } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import type { Reading } from '#src/messaging/replies/read-reply.ts'
import { liftRefusal } from '#src/messaging/phones/suppressions.ts'
import type { Db } from '#src/platform/db/client.ts'
import { sendUnawaited } from '#src/platform/db/prepared.ts'
import { append } from '#src/journey/journal/append.ts'
import type { Entry } from '#src/journey/transaction/entry.ts'
import { journal } from '#src/journey/journal/table.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { KnownRecord } from './record.ts'
import { type KnownCallback, noAnswer, type ProvenReading as Read } from './reply.ts'

/**
 * `isMeant` is false when several questions are open and nothing says which one is answered; `isFirst` marks the
 * question whose acknowledgement the person gets.
 */
type Said = Read & { readonly isMeant: boolean; readonly isFirst: boolean }

/** `at` is when the reply was given, by the transaction’s clock. Resolves to the updated record. */
export async function recordAnswer(
  { tx, locked }: InCommit,
  known: KnownCallback,
  said: Said,
  at: number,
): Promise<KnownRecord> {
  const { challenge, attempt } = known
  const counted = await judge({ tx, locked }, challenge, said)
  const { decision, denies } = decideAnswer(challenge, { ...said, reading: counted }, at)
  if (decision.kind === 'ignored') {
    if (denies && said.by.length > 0) {
      const code = said.isMeant ? decision.code : 'no-code'
      return { ...known, challenge: await deny({ tx, locked }, known, said, { code, at }) }
    }
    await ignore({ tx, locked }, known, { ...said, reading: counted }, decision.code)
    return { ...known, challenge }
  }
  const { option: replyOption } = decision
  sendUnawaited(recordTimes(tx, challenge.id, { repliedAt: new Date(at) }))
  sendUnawaited(updateChallenge(tx, challenge.id, { replyOption, ...meaningOf(counted) }))
  // Lifts a refusal of the number. If the refusals were not read with the record, it is unknown whether there is one,
  // so it is lifted in any case.
  if (known.refused?.has(attempt.id) !== false)
    sendUnawaited(liftRefusal(tx, locked, challenge.channel, attempt.contactHash))
  append(locked, { kind: challengeReplied, ...aboutOf(known), code: String(replyOption) })
  const replied = { ...challenge, repliedAt: at, replyOption }
  if (counted.meaning !== 'no') return { ...known, challenge: replied }
  const denied = await deny({ tx, locked }, { ...known, challenge: replied }, said, {
    code: 'replied',
    at,
  })
  return { ...known, challenge: denied }
}

const meaningOf = ({ meaning }: Reading) =>
  meaning === 'yes' || meaning === 'no' || meaning === 'option' ? { replyMeaning: meaning } : {}

type IgnoredCode = Extract<ReplyDecision, { kind: 'ignored' }>['code']

/**
 * Records a denial, which changes no state of the record; `code` is `replied` where the no is its reply, otherwise the
 * reason why it is not.
 */
async function deny(
  { tx, locked }: InCommit,
  known: KnownCallback,
  { by, isFirst }: Said,
  { code, at }: { readonly code: IgnoredCode | 'replied' | 'no-code'; readonly at: number },
): Promise<Challenge> {
  const { challenge } = known
  const isReply = code === 'replied'
  const isNew = !isDenied(challenge)
  // A no after a yes, or after a review, gets a later time than it, whatever the clocks say.
  const later = Math.max(at, (challenge.repliedAt ?? 0) + 1, (challenge.denialLiftedAt ?? 0) + 1)
  const since = isReply ? at : isNew ? later : (challenge.deniedAt ?? later)
  const deniedByKnown = challenge.deniedByKnown || (await hasConfirmed(tx, challenge, by))
  await updateChallenge(tx, challenge.id, { deniedAt: new Date(since), deniedByKnown })
  const asked = by.at(-1)
  const dueAt = isNew && isFirst && asked ? locked.now.getTime() : null
  if (isNew || !(await isSaid(tx, locked, challenge, { kind: challengeDenied.name, code })))
    append(locked, {
      kind: challengeDenied,
      ...aboutOf(known),
      ...(asked && toName(asked)),
      code,
      dueAt,
    })
  return { ...challenge, deniedAt: since, deniedByKnown }
}

/** Notes a no that arrived after another tenant’s question had reached the number. */
export async function noteDoubt(
  { tx, locked }: InCommit,
  known: KnownCallback,
  said: Read,
  at: number,
): Promise<KnownRecord> {
  const { challenge } = known
  const isNo = isDenial(challenge, said.reading, at) && said.by.length > 0
  if (!isNo || challenge.doubtedAt !== null) return known
  await updateChallenge(tx, challenge.id, { doubtedAt: new Date(at) })
  append(locked, { kind: challengeDoubted, ...aboutOf(known) })
  return { ...known, challenge: { ...challenge, doubtedAt: at } }
}

/** The part of the reply that may count for the record. */
async function judge(
  { tx, locked }: InCommit,
  challenge: Challenge,
  { reading, by }: Said,
): Promise<Reading> {
  if (!('option' in reading)) return reading
  // A token is validated by its code or link; a reply to its message proves nothing.
  if (isToken(challenge.challengeKind)) return noAnswer
  if (reading.meaning === 'no') return reading
  const hashes = by.map(({ contactHash }) => contactHash)
  return (await isWrongPerson(tx, locked.id, hashes)) ? { meaning: 'wrong-person' } : reading
}

async function ignore(
  { tx, locked }: InCommit,
  known: KnownCallback,
  { reading, by }: Said,
  code: IgnoredCode,
): Promise<void> {
  const { challenge } = known
  if (reading.meaning === 'wrong-person') {
    const [ids, hashes] = [by.map(({ id }) => id), by.map((one) => one.contactHash)]
    await noteWrongPerson(tx, ids, locked.now)
    await takeBackAnswers(tx, locked.id, hashes, locked.now)
  }
  const kind = reading.meaning === 'wrong-person' ? challengeWrongPerson : challengeReplyIgnored
  if (await isSaid(tx, locked, challenge, { kind: kind.name, code })) return
  // A person whose reply was not understood gets one help message.
  const helped = code === 'unparsed' && !isToken(challenge.challengeKind) && by.at(-1)
  const help = helped && { ...toName(helped), dueAt: locked.now.getTime() }
  append(locked, { kind, ...aboutOf(known), code, ...help })
}

const toName = ({ attempt, account }: Attempt) => ({ attempt, provider: account })

const aboutOf = ({ challenge, attempt }: KnownCallback) => ({
  module: challenge.challengeKind,
  ref: challenge.id,
  ...toName(attempt),
})

/** Whether the journal already has this reason, which is written once per record, however often the person writes. */
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
