// The module completes with a reply by SMS or WhatsApp; without a number it has no result.
import { listChallenges } from '#src/messaging/challenges/store.ts'
import type { Challenge } from '#src/messaging/challenges/challenge.ts'
import { isDenied } from '#src/messaging/challenges/denials.ts'
import { countsFor, hasDenial } from '#src/messaging/challenges/past.ts'
import { iso, smsStatus, whatsappStatus } from '#src/messaging/challenges/status.ts'
import type { Db } from '#src/platform/db/client.ts'
import { defineModule, type CountedAnswer, waitsFor } from '#src/journey/capabilities/module.ts'
import type { Counted } from '#src/journey/facts/facts.ts'
import { listCandidates } from '#src/messaging/phones/candidates.ts'
import { readFields } from '#src/journey/transaction/store.ts'
import { stepPurpose } from '#src/messaging/challenges/schema.ts'
import { PhoneConfirmationResult } from './schema.ts'
import { z } from 'zod'

const kinds = ['sms-2fa', 'whatsapp-2fa'] as const

const Options = z.strictObject({
  channels: z
    .array(z.enum(['sms', 'whatsapp']))
    .min(1)
    .max(2)
    .exactOptional()
    .meta({ description: 'Only answers by these count.' }),
  purpose: stepPurpose,
})

/** The name of the module in packs; the reply may come by either channel. */
export const phoneConfirmation = { key: 'phoneConfirmation' } as const

export const phoneConfirmationModule = defineModule(
  phoneConfirmation,
  PhoneConfirmationResult,
  async (db, { transaction: { id: transactionId }, moduleStatus, ...counted }) => {
    const latest = await Promise.all(
      kinds.map(async (kind) => (await listCounted(db, transactionId, kind, counted))[0]),
    )
    const found = latest.filter((one) => one !== undefined)
    const newest = found.toSorted((a, b) => b.createdAt - a.createdAt)
    const isDenied = await hasDenial(db, transactionId)
    return { moduleStatus, results: newest.map((one) => toResult(one, isDenied)) }
  },
  {
    options: Options,
    messages: kinds,
    runs: waitsFor(
      async ({ tx, locked, sealer, ...counted }) =>
        (await findAnswered(tx, locked.id, counted)) ||
        (await hasDenial(tx, locked.id, counted.since)) ||
        listCandidates(await readFields(sealer, locked)).length === 0,
    ),
    seen: { status: 'string', option: 'double', meaning: 'string', denied: 'bool' },
  },
)

/** The newest questions first. */
async function listCounted(
  db: Db,
  transactionId: string,
  kind: (typeof kinds)[number],
  counted: Counted,
): Promise<Challenge[]> {
  return (await listChallenges(db, transactionId, kind)).filter(countsFor(counted))
}

/** Finds the reply that completes a step: the first one, where each reply counts for one step only. */
async function findAnswered(
  tx: Db,
  transactionId: string,
  counted: Counted,
): Promise<boolean | CountedAnswer> {
  const lists = await Promise.all(
    kinds.map((kind) => listCounted(tx, transactionId, kind, counted)),
  )
  const answered = lists.flat().filter(({ repliedAt }) => repliedAt !== null)
  const [first] = answered.toSorted((a, b) => (a.repliedAt ?? 0) - (b.repliedAt ?? 0))
  if (!first) return false
  return counted.askedSince ? { taken: first.id } : true
}

/** Whether the person’s reply to the question was a no. */
const isReplyDenied = (one: Challenge): boolean =>
  one.repliedAt !== null && one.deniedAt !== null && one.deniedAt <= one.repliedAt && isDenied(one)

/** A denial overrides every yes: the chosen option is then shown only if it is the no. */
const toResult = (one: Challenge, isDenied: boolean): PhoneConfirmationResult => ({
  channel: one.challengeKind === 'sms-2fa' ? 'sms' : 'whatsapp',
  status: one.challengeKind === 'sms-2fa' ? smsStatus(one) : whatsappStatus(one),
  ...((!isDenied || isReplyDenied(one)) && one.takenBackAt === null && replyOf(one)),
  ...(isDenied && { denied: true }),
  createdAt: iso(one.createdAt),
})

const replyOf = ({ replyOption, replyMeaning }: Challenge) => ({
  ...(replyOption !== null && { option: replyOption }),
  ...(replyMeaning !== null && { meaning: replyMeaning }),
})
