// The module completes when a person has completed a verification link of the transaction.
import { findLatest } from '#src/messaging/challenges/store.ts'
import { toStatus } from '#src/messaging/challenges/status.ts'
import type { Db } from '#src/platform/db/client.ts'
import { defineModule, waitsFor } from '#src/journey/capabilities/module.ts'
import { linkBiometrics } from './rules.ts'
import { LinkBiometricsResult } from './schema.ts'
import { type VerificationLink, listCompletedLinks } from './store.ts'

export const linkBiometricsModule = defineModule(
  linkBiometrics,
  LinkBiometricsResult,
  async (db, { transaction: { id: transactionId }, moduleStatus, since }) => {
    const [all, mfaStatus] = await Promise.all([
      listCompletedLinks(db, transactionId),
      readMfaStatus(db, transactionId),
    ])
    const done = all.filter(({ completedAt }) => !since || (completedAt && completedAt > since))
    return { moduleStatus, results: done.map((link) => toResult(link, mfaStatus)) }
  },
  {
    runs: waitsFor(async ({ tx, locked, since }) =>
      (await listCompletedLinks(tx, locked.id)).some(
        ({ completedAt }) => !since || (completedAt && completedAt > since),
      ),
    ),
    seen: { status: 'string', score: 'double' },
  },
)

function toResult(
  link: VerificationLink,
  mfaStatus: LinkBiometricsResult['mfaStatus'],
): LinkBiometricsResult {
  const { transactionId, completedAt, score, identifierDate } = link
  if (completedAt === null || score === null || identifierDate === null)
    throw new Error('the completed link has no score or no dates')
  return {
    transactionID: transactionId,
    status: 'Done',
    score,
    createdAt: completedAt.toISOString(),
    identifierDate,
    mfaStatus,
  }
}

/** The status of the last record of each channel, for a code or a question. */
async function readMfaStatus(db: Db, id: string): Promise<LinkBiometricsResult['mfaStatus']> {
  const [email, whatsapp, ...sms] = await Promise.all([
    findLatest(db, id, 'email-token'),
    findLatest(db, id, 'whatsapp-2fa'),
    findLatest(db, id, 'sms-token'),
    findLatest(db, id, 'sms-2fa'),
  ])
  const [latestSms] = sms
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.createdAt - a.createdAt)
  return {
    smsStatus: latestSms ? toStatus(latestSms) : 'NotSent',
    emailStatus: email ? toStatus(email) : 'NotSent',
    whatsappStatus: whatsapp ? toStatus(whatsapp) : 'NotSent',
  }
}
