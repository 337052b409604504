// Facts that answered messages prove of e-mail addresses and phones, read at once.
import { and, desc, eq, isNotNull } from 'drizzle-orm'
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
    phones: { verifiedByToken: 'bool', verifiedByReply: 'bool' },
  },
  async read({ db, sealer, transaction }) {
    const answered = await listAnswered(db, transaction.id)
    const has = (token: ChallengeKind) =>
      answered.some(({ challengeKind }) => challengeKind === token)
    // The last answer counts: who has said yes can say no.
    const reply = answered.find(({ challengeKind }) => questions.includes(challengeKind))
    const content = reply && (await readContent(sealer, transaction, reply))
    const isYes = content ? affirms(reply.replyOption, content, reply.language) : false
    return {
      email: { verifiedByToken: has('email-token') },
      phones: {
        verifiedByToken: has('sms-token'),
        ...(isYes !== undefined && { verifiedByReply: isYes }),
      },
    }
  },
}

/** The last answer first. */
async function listAnswered(db: Db, transactionId: string) {
  const rows = await db
    .select()
    .from(challenges)
    .where(and(eq(challenges.transactionId, transactionId), isNotNull(challenges.repliedAt)))
    .orderBy(desc(challenges.repliedAt))
  return rows.map(toChallenge)
}
