// Converts reviews to their wire form.
import type { ReviewDeps } from './source.ts'
import { type StoredTransaction, readerNow } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { listAwaiting } from '#src/platform/two-people/ask.ts'
import { eachSteps } from '#src/packs/document/walk.ts'
import type { Run, ShownRun } from '#src/packs/runs/rows.ts'
import { isShown } from '#src/packs/runs/answer/sections.ts'
import { shownChildren } from '#src/packs/runs/answer/shown-children.ts'
import { shownRows } from '#src/packs/runs/answer/shown-rows.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { toComment } from './comments/routes.ts'
import { readComments } from './comments/store.ts'
import { readAnswers } from './answers.ts'
import { actorOf } from './decide.ts'
import { copyOf, hideValues } from '#src/packs/runs/evidence/values.ts'
import { readDecidedView, readNote } from './note.ts'
import { readView, type ReviewView } from './view.ts'
import type { Review, ReviewDetail } from './schema.ts'
import type { ShownReview } from './store.ts'

export function toWire(row: ShownReview, principal: Principal): Review {
  const { source, subject, step, offer, appealOf, claimedBy, verdict, closedAt, decidedBy } = row
  const now = Date.now()
  const claimedUntil =
    row.claimedUntil && row.claimedUntil.getTime() > now ? row.claimedUntil : null
  return {
    id: row.id,
    transactionId: row.transactionId,
    source,
    pack: row.pack,
    ...(source === 'pack' ? { runId: subject } : { linkId: subject }),
    ...(step !== '' && { step: offer.name ?? step }),
    ...(offer.who !== undefined && { who: offer.who }),
    ...(offer.title !== undefined && { title: offer.title }),
    because: row.because,
    status: row.closedAs ?? 'open',
    priority: row.isOverdue ? 'overdue' : 'normal',
    openedAt: row.openedAt.toISOString(),
    deadlineAt: row.deadlineAt.toISOString(),
    ...(claimedUntil && { claimedUntil: claimedUntil.toISOString() }),
    ...(claimedUntil && claimedBy !== null && { claimedBy }),
    isYours: claimedUntil !== null && claimedBy === actorOf(principal),
    awaitsSecond: row.firstBy !== null && closedAt === null,
    people: row.people ?? offer.people ?? 1,
    ...(offer.reasons && { reasons: [...offer.reasons] }),
    ...(appealOf !== null && { appealOf }),
    ...(verdict !== null &&
      closedAt !== null && {
        decision: {
          outcome: verdict,
          reasons: [...(row.reasons ?? [])],
          at: closedAt.toISOString(),
          by: decidedBy ?? '-',
        },
      }),
  }
}

type Deps = ReviewDeps & { readonly reads: Db }

/** A decided review shows the view at the time of the decision. */
export async function toDetail(
  deps: Deps,
  transaction: StoredTransaction,
  row: ShownReview,
  principal: Principal,
): Promise<ReviewDetail> {
  const { reads, packs, sealer, reviewSources } = deps
  const asked = { ...transaction, now: readerNow(transaction), wallNow: new Date() }
  const [decided, run, again, note, comments, waits] = await Promise.all([
    readDecidedView(sealer, transaction, row),
    findRunOf(deps, row),
    reviewSources(row.source).listModules(reads, row),
    readNote(sealer, transaction, row),
    readComments({ tx: reads, sealer }, transaction, row.id),
    listAwaiting(reads, row, 'review.decided', row.firstBy === null ? [] : [row.id]),
  ])
  const children = run && (await readChildren(deps, run, principal))
  const { seen, against } = decided ?? (await readView(deps, reads, asked, row))
  const rows = run && (await readRows(deps, run, principal))
  const answers = run ? await readAnswers(deps, reads, { transaction, run, principal }) : []
  return {
    ...toWire(row, principal),
    against: [...against],
    again: [...again],
    modules: { ...run?.statuses },
    ...(children && { children }),
    seen: showSeen(seen, packs.offered, principal),
    ...(rows && { rows }),
    ...(answers.length > 0 && { answers }),
    ...(row.firstBy !== null &&
      row.closedAt === null && {
        awaiting: {
          by: row.firstBy,
          ...(waits.has(row.id) && { until: waits.get(row.id)?.toISOString() ?? '' }),
        },
      }),
    comments: comments.map(toComment),
    evidence: listEvidence(row, principal.scopes),
    ...(note !== undefined && { note }),
  }
}

async function findRunOf({ reads, reviewSources }: Deps, row: ShownReview) {
  const id = await reviewSources(row.source).findRunId(reads, row)
  return id === null ? undefined : findRun(reads, id)
}

/** The rows of the run’s tables that the reader may see. */
async function readRows({ reads, packs }: Deps, run: Run, { scopes }: Principal) {
  const version = await packs.versions.find(reads, run.owner, run.name, run.version)
  return (
    version &&
    shownRows(version.document.root, run.answers, (key) =>
      packs.offered.every((one) => one.key !== key || isShown(one, scopes)),
    )
  )
}

/** The present states of the children, by the names of the steps; undefined for a pack without such a step. */
async function readChildren(
  { reads: db, packs }: Deps,
  run: ShownRun,
  { scopes }: Principal,
): Promise<ReviewDetail['children']> {
  const version = await packs.versions.find(db, run.owner, run.name, run.version)
  if (!version || eachSteps(version.document.root).length === 0) return undefined
  const steps = await shownChildren({ db, packs }, version.document.root, run, { scopes })
  return Object.fromEntries(Object.entries(steps).map(([name, { results }]) => [name, results]))
}

/** Hides the values for which the reader lacks the scope. */
const showSeen = (
  seen: ReviewView['seen'],
  offered: Deps['packs']['offered'],
  { scopes }: Principal,
): ReviewDetail['seen'] =>
  seen.flatMap((one) => {
    const { shown } = hideValues([one], offered, scopes)
    return shown.map(({ read: fact, value }) => ({
      fact: fact.replace(/^facts\./, ''),
      value,
      ...(one.saw !== undefined && { saw: copyOf(one.saw) }),
      ...(one.decided && { decided: true as const }),
    }))
  })

function listEvidence(
  { transactionId: id, pack }: ShownReview,
  scopes: Principal['scopes'],
): ReviewDetail['evidence'] {
  const path = `/v1/transaction/${id}`
  return [
    { kind: 'transaction', href: path },
    { kind: 'timeline', href: `${path}/timeline` },
    { kind: 'pack', href: `/v1/packs/${pack.split('@')[0] ?? ''}/${id}` },
    ...(scopes.has('images:read')
      ? ([
          { kind: 'selfie', href: `${path}/biometrics/selfie` },
          { kind: 'document', href: `${path}/biometrics/document` },
        ] as const)
      : []),
  ]
}
