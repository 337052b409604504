// Decides which examinations count for a step of a run, and when the step has ended. Pure.
import type { Counted } from '#src/journey/facts/facts.ts'
import type { DocumentResult } from '#src/biometrics/verdicts/documents.ts'
import { kindOf } from '#src/biometrics/movement/rules.ts'
import { type ExaminationKind, live, type LivenessStatus, spoofSuspected } from './rules.ts'
import { endedAfter, type Examination } from './store.ts'

/** Safe because an examination's kind determines its content. */
export const isOf = <K extends ExaminationKind>(
  one: Examination,
  kind: K,
): one is Examination<K> & Examination => one.kind === kind

/** Whether an examination came late enough to count, and is of a kind that the step asks for. */
export const countsFor =
  ({ since, correctedAt, options = {} }: Counted = {}) =>
  (one: Examination): boolean =>
    endedAfter(since)(one) && (!correctedAt || one.takenAt > correctedAt) && fits(one, options)

function fits(one: Examination, { challenge, kinds }: NonNullable<Counted['options']>): boolean {
  if (isOf(one, 'liveness') && typeof challenge === 'string' && challenge !== 'either')
    return one.input.actions !== undefined && kindOf(one.input.actions) === challenge
  if (isOf(one, 'redoc') && Array.isArray(kinds))
    return one.result !== undefined && kinds.includes(one.result.reading.documentType)
  return true
}

/** The number of inconclusive results that end a step; before that it asks again. */
export const triesOf = ({ options }: Counted): number =>
  typeof options?.['tries'] === 'number' ? options['tries'] : 1

/** Whether these results end a step; while tries are left, a first suspected spoof does not. */
export function hasLivenessEnded(statuses: readonly LivenessStatus[], tries: number): boolean {
  const spoofs = statuses.filter((one) => one === spoofSuspected).length
  const inconclusive = statuses.filter((one) => one !== live && one !== spoofSuspected).length
  return statuses.includes(live) || spoofs >= Math.min(tries, 2) || inconclusive >= tries
}

export const hasDocumentEnded = (results: readonly DocumentResult[], tries: number): boolean =>
  results.some((one) => one !== 'Inconclusivo') || results.length >= tries
