// Whom a nudge is for, and what operators see of the run that it may start.
import type { DocumentType } from '#src/journey/transaction/document-schema.ts'
import type { Mode, Waiting } from '#src/journey/transaction/rules.ts'
import type { Left } from '#src/journey/transaction/task.ts'
import { type NudgeCode, searchAttributes } from '#workflows/messages.ts'
import { type SearchAttributePair, TypedSearchAttributes } from '@temporalio/common'

/** Ids, codes and times. */
export type Nudged = {
  readonly id: string
  readonly tenant: string
  readonly mode: Mode
  /** What has changed. */
  readonly by?: NudgeCode | undefined
  /** The row counts on a run: one that is started all the same has taken the place of one that was lost. */
  readonly isCounted?: boolean
  /** Nothing is left to be done: no run is started for that. */
  readonly isEmpty?: boolean
  /** What a commit has left that found no run, and something to be done at once. */
  readonly left?: Left | undefined
  readonly waiting?: Waiting | null
  readonly pack?: string | null | undefined
  readonly outcome?: string | null | undefined
  readonly documentType?: DocumentType | null | undefined
  /** The id of the transaction whose run has made it. */
  readonly parent?: string | null | undefined
}

/** `CPF, pack onboarding@3`: fixed by the first nudge of a run. */
export function summaryOf({ documentType, pack }: Nudged): string {
  const about = documentType?.toUpperCase() ?? 'identity verification'
  return pack ? `${about}, pack ${pack}` : `${about}, no pack yet`
}

/** In Markdown. */
export const detailsOf = ({ id }: Nudged, pagesUrl: string): string =>
  `[The page of this transaction](${pagesUrl}/console/transactions/${id})`

/** What the run knows of itself, in case that it goes on in another. */
export const aboutOf = (nudged: Nudged, pagesUrl: string | undefined): string =>
  pagesUrl === undefined
    ? summaryOf(nudged)
    : `${summaryOf(nudged)}\n\n${detailsOf(nudged, pagesUrl)}`

/** The search attributes that the namespace has: another name would make the server refuse the start. */
export function attributesOf(
  { tenant, ...values }: Nudged,
  lacking: readonly string[],
): TypedSearchAttributes {
  const { tenant: tenantKey, ...keys } = searchAttributes
  const pairs: SearchAttributePair[] = [{ key: tenantKey, value: tenant }]
  for (const name of ['pack', 'outcome', 'waiting', 'parent'] as const) {
    const value = values[name]
    if (value && !lacking.includes(keys[name].name)) pairs.push({ key: keys[name], value })
  }
  return new TypedSearchAttributes(pairs)
}
