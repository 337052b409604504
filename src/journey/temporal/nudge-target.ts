// The transaction that a nudge is for, and what operators see of the run that it may start.
import type { DocumentType } from '#src/journey/transaction/document-schema.ts'
import type { Mode, Waiting } from '#src/journey/transaction/rules.ts'
import type { Left } from '#src/journey/transaction/task.ts'
import { type NudgeCode, searchAttributes } from '#workflows/messages.ts'
import { type SearchAttributePair, TypedSearchAttributes } from '@temporalio/common'

/** Holds ids, codes and times only. */
export type Nudged = {
  readonly id: string
  readonly tenant: string
  readonly mode: Mode
  /** The code of what has changed. */
  readonly by?: NudgeCode | undefined
  /** The row expects a run, so a run that this nudge starts replaces a lost one. */
  readonly isCounted?: boolean
  /** No task is left, so no run is started. */
  readonly isEmpty?: boolean
  /** The agenda of a commit that found no run and has a task to begin at once. */
  readonly left?: Left | undefined
  readonly waiting?: Waiting | null
  readonly pack?: string | null | undefined
  readonly outcome?: string | null | undefined
  readonly documentType?: DocumentType | null | undefined
  /** The id of the transaction whose run has made this one. */
  readonly parent?: string | null | undefined
}

/** For example `CPF, pack onboarding@3`; the first nudge of a run fixes it. */
export function summaryOf({ documentType, pack }: Nudged): string {
  const about = documentType?.toUpperCase() ?? 'identity verification'
  return pack ? `${about}, pack ${pack}` : `${about}, no pack yet`
}

/** In Markdown. */
export const detailsOf = ({ id }: Nudged, pagesUrl: string): string =>
  `[The page of this transaction](${pagesUrl}/console/transactions/${id})`

/** The description that a run hands on when it continues as a new run. */
export const aboutOf = (nudged: Nudged, pagesUrl: string | undefined): string =>
  pagesUrl === undefined
    ? summaryOf(nudged)
    : `${summaryOf(nudged)}\n\n${detailsOf(nudged, pagesUrl)}`

/** Only the search attributes that the namespace has, because the server refuses a start with an unknown one. */
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
