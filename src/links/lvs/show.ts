// Converts a link to its wire form.
import type { LinkDeps } from './deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { findRun } from '#src/packs/runs/store.ts'
import { inOrder } from './person-steps.ts'
import { readPersonSteps } from './read.ts'
import { isOpen, isUndecided, linkStatus, resultOf } from './rules.ts'
import type { LinkStepResult, LinkVerification } from './schema.ts'
import { type LinkStep, listSteps } from './steps.ts'
import { readPurpose, toEnds, type VerificationLink, writeAddress } from './store.ts'

type Shown = Pick<StoredTransaction, 'tenant' | 'id' | 'key'> & {
  /** The time by the transaction’s clock. */
  readonly now: Date
}

export async function showLink(
  deps: Pick<LinkDeps, 'sealer' | 'publicBaseUrl' | 'packs'>,
  db: Db,
  transaction: Shown,
  link: VerificationLink,
): Promise<LinkVerification> {
  const [rows, asked, run] = await Promise.all([
    listSteps(db, link.id),
    readPersonSteps(db, deps, link),
    link.runId === null ? undefined : findRun(db, link.runId),
  ])
  const steps = run ? inOrder(asked, run) : asked
  const reviewPending = isOpen(toEnds(link)) && rows.some(({ outcome }) => isUndecided(outcome))
  const purpose = await readPurpose(deps.sealer, transaction, link)
  return {
    link: await writeAddress(deps, transaction, link),
    expirationDate: link.expiresAt.toISOString(),
    score: link.score,
    status: linkStatus(toEnds(link), transaction.now.getTime(), reviewPending),
    steps: steps.flatMap(({ name }) => rows.filter(({ step }) => step === name).flatMap(toResult)),
    reviewPending,
    ...(purpose !== undefined && { purpose }),
  }
}

function toResult({ step, outcome, reasons }: LinkStep): LinkStepResult[] {
  if (outcome === null) return []
  return [
    { step, outcome: resultOf[outcome], ...(reasons.length > 0 && { reasons: [...reasons] }) },
  ]
}
