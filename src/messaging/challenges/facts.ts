// Facts that answered messages prove of e-mail addresses and phones, read at once.
import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Db } from '#src/platform/db/client.ts'
import type { FactSource } from '#src/journey/facts/facts.ts'
import { affirms } from '#src/messaging/replies/read-reply.ts'
import type { ChallengeKind } from './challenge.ts'
import { readContent, toChallenge } from './store.ts'
import { challenges } from './table.ts'

const questions: readonly ChallengeKind[] = ['sms-2fa', 'whatsapp-2fa']

export const challengeFacts: FactSource = {
  variables: {
    email: { verifiedByToken: 'bool' },
    phones: { verifiedByToken: 'bool', verifiedByReply: 'bool', denied: 'bool' },
  },
  async read({ db, sealer, transaction }) {
    const told = await listAnswered(db, transaction.id)
    const denied = told.some(({ deniedAt }) => deniedAt !== null)
    const answered = told.filter(({ repliedAt }) => repliedAt !== null)
    const has = (token: ChallengeKind) =>
      answered.some(({ challengeKind }) => challengeKind === token)
    // The last answer counts, and a denial outweighs every yes.
    const reply = answered.find(({ challengeKind }) => questions.includes(challengeKind))
    const content = reply && (await readContent(sealer, transaction, reply))
    const isYes = content ? affirms(reply.replyOption, content, reply.language) : false
    return {
      email: { verifiedByToken: has('email-token') },
      phones: {
        verifiedByToken: has('sms-token'),
        ...(isYes !== undefined && { verifiedByReply: isYes && !denied }),
        denied,
      },
    }
  },
}

/** The last answer first, and what was denied. */
async function listAnswered(db: Db, transactionId: string) {
  const rows = await db
    .select()
    .from(challenges)
    .where(
      and(
        eq(challenges.transactionId, transactionId),
        or(isNotNull(challenges.repliedAt), isNotNull(challenges.deniedAt)),
      ),
    )
    .orderBy(desc(challenges.repliedAt))
  return rows.map(toChallenge)
}
