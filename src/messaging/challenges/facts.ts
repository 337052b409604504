// Facts about e-mail addresses and phones that messages and their replies prove, read in one go.
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import { buildOnce } from '#src/platform/db/prepared.ts'
import { constant } from '#src/platform/db/rows.ts'
import type { FactsQuery, FactSource } from '#src/journey/facts/facts.ts'
import { declareFacts } from '#src/journey/facts/vocabulary/fact.ts'
import { vocabulary } from '#src/journey/facts/vocabulary/vocabulary.ts'
import { journal } from '#src/journey/journal/table.ts'
import { affirms } from '#src/messaging/replies/read-reply.ts'
import type { ChallengeKind } from '#src/messaging/wire/channel.ts'
import { isDenied } from './denials.ts'
import { countsFor } from './past.ts'
import { challengeSimAsked } from './kinds.ts'
import { readContent } from './content.ts'
import { toChallenge } from './store.ts'
import type { Challenge } from './challenge.ts'
import { challenges } from './table.ts'

const questions: readonly ChallengeKind[] = ['sms-2fa', 'whatsapp-2fa']

const { email, phones } = vocabulary

export const challengeFacts: FactSource = {
  variables: {
    email: declareFacts(email, 'verifiedByToken'),
    phones: declareFacts(
      phones,
      ...(['verifiedByToken', 'verifiedByReply', 'asked', 'newestAnswer', 'denied'] as const),
      ...(['deniedByKnown', 'doubted', 'simChangedAt'] as const),
    ),
  },
  async read(asked) {
    const { db, transaction, counted } = asked
    const [all, simChangedAt] = await Promise.all([
      listRecords(db, transaction.id),
      findSimChange(db, transaction.id),
    ])
    const records = counted ? all.filter(isCounted(counted)) : all
    const denials = records.filter(isDenied)
    const denied = denials.length > 0
    const answered = records.filter(isAnswered)
    const has = (token: ChallengeKind) =>
      answered.some(({ challengeKind }) => challengeKind === token)
    const isYes = await isNewestYes(asked, answered)
    const newestAnswer = newestOf(records, isYes)
    return {
      email: { verifiedByToken: has('email-token') },
      phones: {
        verifiedByToken: has('sms-token'),
        ...(isYes !== undefined && { verifiedByReply: isYes && !denied }),
        asked: records.some(isAsked),
        ...(newestAnswer && { newestAnswer }),
        denied,
        deniedByKnown: denials.some(({ deniedByKnown }) => deniedByKnown),
        doubted: records.some(({ doubtedAt }) => doubtedAt !== null),
        ...(simChangedAt !== undefined && { simChangedAt }),
      },
    }
  },
}

/** Answers to tokens count within the limits of their module, replies to questions within those of theirs. */
const isCounted = (counted: NonNullable<FactsQuery['counted']>) => {
  const ofTokens = countsFor(counted['emailToken'] ?? {})
  const ofQuestions = countsFor(counted['phoneConfirmation'] ?? {})
  return (one: Challenge): boolean => (isQuestion(one) ? ofQuestions(one) : ofTokens(one))
}

/** A reply does not count after it was taken back, or after a correction removed its phone or address. */
const isAnswered = ({ repliedAt, takenBackAt, goneAt }: Challenge): boolean =>
  repliedAt !== null && takenBackAt === null && goneAt === null

const isQuestion = ({ challengeKind }: Challenge): boolean => questions.includes(challengeKind)

/** Whether a question was sent, or may have been. */
const isAsked = (one: Challenge): boolean =>
  isQuestion(one) &&
  (one.acceptedAt ?? one.sentAt ?? one.deliveredAt ?? one.readAt ?? one.repliedAt) !== null

/** Whether the newest reply is a yes; undefined when its options mean something else, false without a reply. */
async function isNewestYes(
  { sealer, transaction }: FactsQuery,
  answered: readonly Challenge[],
): Promise<boolean | undefined> {
  const reply = answered.find(isQuestion)
  const content = reply && (await readContent(sealer, transaction, reply))
  return content ? affirms(reply.replyOption, content, reply.language) : false
}

/** `yes` or `no`, whichever is newer; a no counts here even after a review has lifted it. */
function newestOf(
  records: readonly Challenge[],
  isYes: boolean | undefined,
): 'yes' | 'no' | undefined {
  const repliedAt = records.find((one) => isQuestion(one) && isAnswered(one))?.repliedAt
  const deniedAt = Math.max(...records.map((one) => one.deniedAt ?? -Infinity))
  if (repliedAt == null || isYes === undefined) return deniedAt > 0 ? 'no' : undefined
  return isYes && deniedAt <= repliedAt ? 'yes' : 'no'
}

const recordsOf = buildOnce((db: Db) =>
  db
    .select()
    .from(challenges)
    .where(eq(challenges.transactionId, sql.placeholder('id')))
    .orderBy(desc(challenges.repliedAt))
    .prepare('records_of_transaction'),
)

/** The transaction's records, the one with the newest answer first. */
async function listRecords(db: Db, transactionId: string): Promise<Challenge[]> {
  const rows = await recordsOf(db).execute({ id: transactionId })
  return rows.map(toChallenge).toSorted((a, b) => (b.repliedAt ?? 0) - (a.repliedAt ?? 0))
}

const simChangeOf = buildOnce((db: Db) =>
  db
    .select({ at: journal.at })
    .from(journal)
    .where(
      and(
        eq(journal.transactionId, sql.placeholder('id')),
        // A literal in the SQL text, because with parameters PostgreSQL would plan the statement again each time.
        sql`${journal.kind} = ${constant(challengeSimAsked.name)} and ${journal.code} = 'swapped'`,
      ),
    )
    .orderBy(desc(journal.seq))
    .limit(1)
    .prepare('sim_change_of_transaction'),
)

/** When a mobile operator last reported a recent SIM change, in epoch seconds. */
async function findSimChange(db: Db, transactionId: string): Promise<number | undefined> {
  const [found] = await simChangeOf(db).execute({ id: transactionId })
  return found && Math.floor(found.at.getTime() / 1_000)
}
