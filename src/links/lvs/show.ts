// Converts a link to its wire form.
import type { LinkDeps } from './deps.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { StoredTransaction } from '#src/journey/transaction/store.ts'
import { isOpen, isUndecided, linkStatus, resultOf, stepKeys } from './rules.ts'
import type { LinkStepResult, LinkVerification } from './schema.ts'
import { type LinkStep, listSteps } from './steps.ts'
import { readPurpose, toEnds, type VerificationLink, writeAddress } from './store.ts'

type Shown = Pick<StoredTransaction, 'tenant' | 'id' | 'key'> & {
  /** The time by the transaction’s clock. */
  readonly now: Date
}

export async function showLink(
  deps: Pick<LinkDeps, 'sealer' | 'publicBaseUrl'>,
  db: Db,
  transaction: Shown,
  link: VerificationLink,
): Promise<LinkVerification> {
  const rows = await listSteps(db, link.id)
  const reviewPending = isOpen(toEnds(link)) && rows.some(({ outcome }) => isUndecided(outcome))
  const purpose = await readPurpose(deps.sealer, transaction, link)
  return {
    link: await writeAddress(deps, transaction, link),
    expirationDate: link.expiresAt.toISOString(),
    score: link.score,
    status: linkStatus(toEnds(link), transaction.now.getTime(), reviewPending),
    steps: stepKeys.flatMap((key) => toResult(rows.find(({ step }) => step === key)) ?? []),
    reviewPending,
    ...(purpose !== undefined && { purpose }),
  }

  function toResult(row: LinkStep | undefined): LinkStepResult | undefined {
    const step = stepKeys.find((key) => key === row?.step)
    if (!row || !step || row.outcome === null) return undefined
    const reasons = [...row.reasons]
    return { step, outcome: resultOf[row.outcome], ...(reasons.length > 0 && { reasons }) }
  }
}
