// Derives the state of a transaction in lists from its runs, reviews and agenda, and applies filters. Pure.
import type { WaitsFor } from '#src/journey/agenda/waiting-rules.ts'
import type { Waiting } from '#src/journey/transaction/rules.ts'

export type RunStatus = 'processing' | 'partial' | 'completed'
export type Status = 'none' | RunStatus
export type ReviewState = 'none' | 'open' | 'decided'

/** The latest run of a pack. */
export type LatestRun = {
  readonly pack: string
  readonly version: number
  readonly runId: string
  readonly status: RunStatus
  readonly outcome: string | null
}

export type Filter = {
  readonly status?: Status | undefined
  readonly outcome?: string | undefined
  readonly review?: ReviewState | undefined
  readonly waiting?: Waiting | undefined
}

type Row = {
  readonly packs: readonly LatestRun[]
  readonly review: ReviewState
  readonly waiting: WaitsFor | null
}

/** An open run takes precedence over a failed one, and that over completed ones. */
export function statusOf(runs: readonly Pick<LatestRun, 'status'>[]): Status {
  const all = runs.map(({ status }) => status)
  return (['processing', 'partial', 'completed'] as const).find((one) => all.includes(one)) ?? 'none' // prettier-ignore
}

export const lets = (
  { status, outcome, review, waiting }: Filter,
  { packs, ...row }: Row,
): boolean =>
  (status === undefined || statusOf(packs) === status) &&
  (outcome === undefined || packs.some((one) => one.outcome === outcome)) &&
  (review === undefined || row.review === review) &&
  (waiting === undefined || row.waiting?.for === waiting)

export const isFiltering = (filter: Filter): boolean =>
  Object.values(filter).some((one) => one !== undefined)
