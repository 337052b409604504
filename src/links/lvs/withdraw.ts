// Withdraws a person’s consent: the data of the link’s steps are deleted, except the evidence for an alert, a review or
// a rejection.
import { eq } from 'drizzle-orm'
import {
  type Examination,
  forgetExaminations,
  listExaminations,
} from '#src/biometrics/examinations/store.ts'
import { findHold } from '#src/journey/erasure/store.ts'
import { append } from '#src/journey/journal/append.ts'
import type { TakenBackAt } from '#src/journey/capabilities/remains.ts'
import { noteWithdrawal } from '#src/journey/erasure/withdrawals.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { LinkDeps } from './deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import { dropImages } from '#src/biometrics/images/store.ts'
import { isDecided } from '#src/packs/reviews/store.ts'
import { forgetAnswers } from '#src/packs/runs/evidence/brought.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { linkWithdrawn } from './kinds.ts'
import { resultOf } from './rules.ts'
import { type LinkStep, listSteps } from './steps.ts'
import { findLink, updateLink, type VerificationLink } from './store.ts'
import { linkCaptures, linkSteps } from './table.ts'

/**
 * Withdraws the consent, which is possible until the link is completed. The link can be walked again from the consent
 * on; tries stay counted.
 */
export async function withdraw(ctx: InCommit<LinkDeps>, link: VerificationLink): Promise<void> {
  const { tx, locked, sealer } = ctx
  const [steps, seen] = await Promise.all([
    listSteps(tx, link.id),
    listExaminations({ db: tx, sealer }, locked, ['liveness', 'redoc']),
  ])
  const given = steps.flatMap(({ examinations }) => examinations)
  const held = await findHold(tx, locked)
  const isEvidence =
    held || steps.some(restsOn) || seen.some((one) => given.includes(one.id) && isAlert(one))
  const gone = isEvidence ? [] : given
  const answers = held || (await restsOnRun(tx, link)) ? 0 : await dropAnswers(tx, link, locked.now)
  const what = { ...(await take(ctx, link, gone, locked.now)), answers }
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

/** Repeats a withdrawal after a restore, unless the back-up includes it; everything deleted then is deleted again. */
export async function withdrawAgain(ctx: InCommit<LinkDeps>, taken: TakenBackAt): Promise<boolean> {
  const { linkId, examinations, withdrawnAt } = taken
  const link = await findLink(ctx.tx, linkId)
  if (!link || (link.withdrawnAt !== null && link.withdrawnAt >= withdrawnAt)) return false
  if (taken.what['answers']) await dropAnswers(ctx.tx, link, withdrawnAt)
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

/** Whether a review or rejection rests on the answers in the run of the link. */
async function restsOnRun(tx: Db, { runId }: VerificationLink): Promise<boolean> {
  if (runId === null) return false
  const run = await findRun(tx, runId)
  const isAgainst = run?.outcome === 'rejected' || run?.outcome === 'review'
  return isAgainst || isDecided(tx, runId)
}

/** Deletes the answers of the run’s forms and the files uploaded to them; resolves to the number of forms. */
async function dropAnswers(tx: Db, { runId }: VerificationLink, at: Date): Promise<number> {
  if (runId === null) return 0
  await dropImages(tx, [runId], at)
  return forgetAnswers(tx, runId)
}

/** Deletes pictures that were not submitted; resolves to their object ids. */
async function dropCaptures(tx: Db, linkId: string): Promise<string[]> {
  const gone = await tx
    .delete(linkCaptures)
    .where(eq(linkCaptures.linkId, linkId))
    .returning({ id: linkCaptures.imageId })
  return gone.map(({ id }) => id)
}

/** The codes for a denied device and a suspected spoof. */
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

/** Whether the outcome rests on the pictures as evidence; for a comparison these are both pictures. */
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
