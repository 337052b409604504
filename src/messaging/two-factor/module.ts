// The module completes with an answer by SMS or WhatsApp; without a number it has no result.
import type { Challenge } from '#src/messaging/challenges/store.ts'
import { cameAfter, hasDenial, isConfirmed } from '#src/messaging/challenges/past.ts'
import { findLatest } from '#src/messaging/challenges/store.ts'
import { iso } from '#src/messaging/challenges/record.ts'
import { smsStatus, whatsappStatus } from '#src/messaging/challenges/status.ts'
import type { Db } from '#src/platform/db/client.ts'
import { defineModule, waitsFor } from '#src/journey/modules/module.ts'
import { listCandidates } from '#src/messaging/phones/candidates.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { phoneConfirmation } from './rules.ts'
import { PhoneConfirmationResult } from './schema.ts'

export const phoneConfirmationModule = defineModule(
  phoneConfirmation,
  PhoneConfirmationResult,
  async (db, { transactionId, moduleStatus, since }) => {
    const latest = await Promise.all([
      findLatest(db, transactionId, 'sms-2fa'),
      findLatest(db, transactionId, 'whatsapp-2fa'),
    ])
    const found = latest.filter((one) => one !== undefined).filter(cameAfter(since))
    const newest = found.toSorted((a, b) => b.createdAt - a.createdAt)
    const isDenied = await hasDenial(db, transactionId)
    return { moduleStatus, results: newest.map((one) => toResult(one, isDenied)) }
  },
  {
    runs: waitsFor(
      async ({ tx, locked, sealer, since }) =>
        (await isAnswered(tx, locked.id, since)) ||
        (await hasDenial(tx, locked.id, since)) ||
        listCandidates(await readFields(sealer, locked)).length === 0,
    ),
    seen: { status: 'string', option: 'double', denied: 'bool' },
  },
)

async function isAnswered(tx: Db, transactionId: string, since?: Date): Promise<boolean> {
  const answered = await Promise.all([
    isConfirmed(tx, transactionId, 'sms-2fa', since),
    isConfirmed(tx, transactionId, 'whatsapp-2fa', since),
  ])
  return answered.includes(true)
}

/** Whether its reply is the no. */
const isReplyDenied = ({ repliedAt, deniedAt }: Challenge): boolean =>
  repliedAt !== null && deniedAt !== null && deniedAt <= repliedAt

/** A denial outweighs every yes: of the options only a no is shown then. */
const toResult = (one: Challenge, isDenied: boolean): PhoneConfirmationResult => ({
  channel: one.challengeKind === 'sms-2fa' ? 'sms' : 'whatsapp',
  status: one.challengeKind === 'sms-2fa' ? smsStatus(one) : whatsappStatus(one),
  ...(one.replyOption !== null && (!isDenied || isReplyDenied(one)) && { option: one.replyOption }),
  ...(isDenied && { denied: true }),
  createdAt: iso(one.createdAt),
})
