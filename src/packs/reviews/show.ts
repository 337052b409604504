// Converts reviews to their wire form.
import type { ReviewDeps } from './source.ts'
import { type StoredTransaction, readerNow } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { actorOf } from './decide.ts'
import { copyOf, hideValues } from '#src/packs/runs/values.ts'
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
  const [decided, run, again, note] = await Promise.all([
    readDecidedView(sealer, transaction, row),
    row.source === 'pack' ? findRun(reads, row.subject) : undefined,
    reviewSources(row.source).listModules(reads, row),
    readNote(sealer, transaction, row),
  ])
  const { seen, against } = decided ?? (await readView(deps, reads, asked, row))
  return {
    ...toWire(row, principal),
    against: [...against],
    again: [...again],
    modules: { ...run?.statuses },
    seen: showSeen(seen, packs.offered, principal),
    evidence: listEvidence(row, principal.scopes),
    ...(note !== undefined && { note }),
  }
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
