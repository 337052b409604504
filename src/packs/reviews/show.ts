// Reviews as the wire shows them.
import type { ReviewDeps } from './source.ts'
import type { FactValues } from '#src/journey/facts/facts.ts'
import { type StoredTransaction, readerNow } from '#src/journey/transaction/store.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Principal } from '#src/platform/http/route.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { actorOf } from './decide.ts'
import { readNote } from './note.ts'
import { signGroups } from './rules.ts'
import { readSignsWith } from './signs.ts'
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
    people: offer.people ?? 1,
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

/** What is shown beside the signs: nothing of it is the person's own. */
const shownGroups: ReadonlySet<string> = new Set([...signGroups, 'device', 'company', 'lists'])

type Deps = ReviewDeps & { readonly reads: Db }

export async function toDetail(
  deps: Deps,
  transaction: StoredTransaction,
  row: ShownReview,
  principal: Principal,
): Promise<ReviewDetail> {
  const { reads, packs, sealer, reviewSources } = deps
  const now = readerNow(transaction)
  const asked = { db: reads, sealer, transaction: { ...transaction, now, wallNow: new Date() } }
  const [facts, run, again, note] = await Promise.all([
    packs.facts.gather(asked, shownGroups),
    row.source === 'pack' ? findRun(reads, row.subject) : undefined,
    reviewSources(row.source).listModules(reads, row),
    readNote(sealer, transaction, row),
  ])
  return {
    ...toWire(row, principal),
    against: await readSignsWith(deps, reads, {
      transaction: asked.transaction,
      review: row,
      now: facts,
    }),
    again: [...again],
    modules: { ...run?.statuses },
    seen: flatten(facts),
    evidence: listEvidence(row, principal.scopes),
    ...(note !== undefined && { note }),
  }
}

type Value = ReviewDetail['seen'][number]['value']

function flatten(facts: FactValues): ReviewDetail['seen'] {
  return Object.entries(facts).flatMap(([group, values]) =>
    Object.entries(values)
      // Safe because facts are scalars and lists of scalars, as their types say.
      .map(([name, value]) => ({ fact: `${group}.${name}`, value: value as Value }))
      .filter(
        ({ fact, value }) => value !== undefined && shownGroups.has(fact.split('.')[0] ?? ''),
      ),
  )
}

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
