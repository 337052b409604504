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
import type { TakenBackAt } from '#src/journey/capabilities/remains.ts'
import { noteWithdrawal } from '#src/journey/erasure/withdrawals.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { LinkDeps } from './deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { linkWithdrawn } from './kinds.ts'
import { resultOf } from './rules.ts'
import { type LinkStep, listSteps } from './steps.ts'
import { findLink, updateLink, type VerificationLink } from './store.ts'
import { linkCaptures, linkSteps } from './table.ts'

/** Before the link is completed. It can be walked anew, from the consent on; what was tried stays counted. */
export async function withdraw(ctx: InCommit<LinkDeps>, link: VerificationLink): Promise<void> {
  const { tx, locked, sealer } = ctx
  const [steps, seen] = await Promise.all([
    listSteps(tx, link.id),
    listExaminations({ db: tx, sealer }, locked, ['liveness', 'redoc']),
  ])
  const given = steps.flatMap(({ examinations }) => examinations)
  const held = await isHeld({ tx, locked })
  const isEvidence =
    held || steps.some(restsOn) || seen.some((one) => given.includes(one.id) && isAlert(one))
  const gone = isEvidence ? [] : given
  const what = await take(ctx, link, gone, locked.now)
  const objects = held ? [] : await dropCaptures(tx, link.id)
  if (!isEvidence) await tx.update(linkSteps).set(untouched).where(eq(linkSteps.linkId, link.id))
  const taken = { linkId: link.id, examinations: gone, objects, what }
  const { receiptId } = await noteWithdrawal(ctx, taken)
  append(locked, {
    kind: linkWithdrawn,
    ref: link.id,
    attempt: Object.values(what).reduce((all, count) => all + count, 0),
    reason: receiptId,
  })
}

/** After a restore, unless the back-up knows of it: what went then goes, whatever rests on it there. */
export async function withdrawAgain(
  ctx: InCommit<LinkDeps>,
  { linkId, examinations, withdrawnAt }: TakenBackAt,
): Promise<boolean> {
  const link = await findLink(ctx.tx, linkId)
  if (!link || (link.withdrawnAt !== null && link.withdrawnAt >= withdrawnAt)) return false
  await take(ctx, link, examinations, withdrawnAt)
  await dropCaptures(ctx.tx, link.id)
  if (examinations.length > 0)
    await ctx.tx.update(linkSteps).set(untouched).where(eq(linkSteps.linkId, link.id))
  append(ctx.locked, { kind: linkWithdrawn, ref: link.id })
  return true
}

async function take(
  { tx, locked, packs }: InCommit<LinkDeps>,
  link: VerificationLink,
  examinations: readonly string[],
  at: Date,
) {
  if (link.runId !== null) await packs.cancel(tx, locked, link.packName, link.runId)
  await updateLink(tx, link.id, { runId: null, refusedAt: at, withdrawnAt: at })
  return forgetExaminations(tx, locked, examinations)
}

/** What has arrived and was not sent off; resolves to its objects. */
async function dropCaptures(tx: Db, linkId: string): Promise<string[]> {
  const gone = await tx
    .delete(linkCaptures)
    .where(eq(linkCaptures.linkId, linkId))
    .returning({ id: linkCaptures.imageId })
  return gone.map(({ id }) => id)
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
