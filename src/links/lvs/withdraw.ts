// A person takes back what they agreed to: what the link's steps gave is deleted, but for what an alert, a review or a
// rejection rests on.
import { eq } from 'drizzle-orm'
import {
  type Examination,
  forgetExaminations,
  listExaminations,
} from '#src/biometrics/examinations/store.ts'
import { isHeld } from '#src/journey/erasure/ask.ts'
import { append } from '#src/journey/journal/append.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import { linkWithdrawn } from './kinds.ts'
import { resultOf } from './rules.ts'
import { type LinkStep, listSteps } from './steps.ts'
import { updateLink, type VerificationLink } from './store.ts'
import { linkCaptures, linkSteps } from './table.ts'

/** Before the link is completed. It can be walked anew, from the consent on; what was tried stays counted. */
export async function withdraw(
  { tx, locked, sealer }: InCommit<{ readonly sealer: Sealer }>,
  link: VerificationLink,
): Promise<void> {
  const [steps, seen] = await Promise.all([
    listSteps(tx, link.id),
    listExaminations({ db: tx, sealer }, locked, ['liveness', 'redoc']),
  ])
  const given = steps.flatMap(({ examinations }) => examinations)
  const isEvidence =
    (await isHeld({ tx, locked })) ||
    steps.some(restsOn) ||
    seen.some((one) => given.includes(one.id) && isAlert(one))
  const deleted = isEvidence ? 0 : await forgetExaminations(tx, locked, given)
  await tx.delete(linkCaptures).where(eq(linkCaptures.linkId, link.id))
  if (!isEvidence) await tx.update(linkSteps).set(untouched).where(eq(linkSteps.linkId, link.id))
  const { now } = locked
  await updateLink(tx, link.id, { runId: null, refusedAt: now, withdrawnAt: now })
  append(locked, { kind: linkWithdrawn, ref: link.id, attempt: deleted })
}

/** Codes of a device and of a liveness. */
const [deny, spoofSuspected] = [3, 2]

const untouched = {
  sentAt: null,
  eventDigest: null,
  eventAt: null,
  review: false,
  examinations: [] as string[],
  reasons: [],
  outcome: null,
  closedAt: null,
} as const

/** Both pictures of a comparison are evidence of what came of it. */
const restsOn = ({ outcome, reviewedAt }: LinkStep): boolean =>
  reviewedAt !== null ||
  (outcome !== null && (resultOf[outcome] === 'review' || resultOf[outcome] === 'rejected'))

function isAlert({ input, result }: Examination<'liveness' | 'redoc'>): boolean {
  const isDenied = 'device' in input && input.device.status === deny
  if (!result) return isDenied
  const isRefused =
    'alerts' in result ? result.result === 'Reprovado' : result.livenessStatus === spoofSuspected
  return isDenied || isRefused || result.comparison?.verdict === 'no-match'
}
