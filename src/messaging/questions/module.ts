// The module completes with an answer by SMS or WhatsApp; without a number it has no result.
import { listChallenges } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { isDenied } from '#src/messaging/challenges/denials.ts'
import { cameAfter, hasDenial, isConfirmed } from '#src/messaging/challenges/past.ts'
import { iso, smsStatus, whatsappStatus } from '#src/messaging/challenges/status.ts'
import type { Db } from '#src/platform/db/client.ts'
import { type Counted, defineModule, waitsFor } from '#src/journey/capabilities/module.ts'
import { listCandidates } from '#src/messaging/phones/candidates.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { PhoneConfirmationResult } from './schema.ts'

const kinds = ['sms-2fa', 'whatsapp-2fa'] as const

/** How a pack names the answer of a person’s phone, by whichever channel it came. */
export const phoneConfirmation = { key: 'phoneConfirmation' } as const

export const phoneConfirmationModule = defineModule(
  phoneConfirmation,
  PhoneConfirmationResult,
  async (db, { transaction: { id: transactionId }, moduleStatus, since, purpose }) => {
    const latest = await Promise.all(
      kinds.map(async (kind) => {
        const records = await listChallenges(db, transactionId, kind, purpose ? 100 : 1)
        return records.find(({ rules }) => !purpose || rules.hasPurpose)
      }),
    )
    const found = latest.filter((one) => one !== undefined).filter(cameAfter(since))
    const newest = found.toSorted((a, b) => b.createdAt - a.createdAt)
    const isDenied = await hasDenial(db, transactionId)
    return { moduleStatus, results: newest.map((one) => toResult(one, isDenied)) }
  },
  {
    runs: waitsFor(
      async ({ tx, locked, sealer, ...counted }) =>
        (await isAnswered(tx, locked.id, counted)) ||
        (await hasDenial(tx, locked.id, counted.since)) ||
        listCandidates(await readFields(sealer, locked)).length === 0,
    ),
    seen: { status: 'string', option: 'double', meaning: 'string', denied: 'bool' },
  },
)

async function isAnswered(tx: Db, transactionId: string, counted: Counted): Promise<boolean> {
  const answered = await Promise.all(
    kinds.map((kind) => isConfirmed(tx, transactionId, kind, counted)),
  )
  return answered.includes(true)
}

/** Whether its reply is the no. */
const isReplyDenied = (one: Challenge): boolean =>
  one.repliedAt !== null && one.deniedAt !== null && one.deniedAt <= one.repliedAt && isDenied(one)

/** A denial outweighs every yes: of the options only a no is shown then. */
const toResult = (one: Challenge, isDenied: boolean): PhoneConfirmationResult => ({
  channel: one.challengeKind === 'sms-2fa' ? 'sms' : 'whatsapp',
  status: one.challengeKind === 'sms-2fa' ? smsStatus(one) : whatsappStatus(one),
  ...((!isDenied || isReplyDenied(one)) && replyOf(one)),
  ...(isDenied && { denied: true }),
  createdAt: iso(one.createdAt),
})

const replyOf = ({ replyOption, replyMeaning }: Challenge) => ({
  ...(replyOption !== null && { option: replyOption }),
  ...(replyMeaning !== null && { meaning: replyMeaning }),
})
