// What of the examinations counts for a step of a run, and when it has ended. Pure.
import type { Counted } from '#src/journey/facts/facts.ts'
import type { DocumentResult } from '#src/biometrics/verdicts/documents.ts'
import { kindOf } from '#src/biometrics/movement/rules.ts'
import { type ExaminationKind, live, type LivenessStatus, spoofSuspected } from './rules.ts'
import { endedAfter, type Examination } from './store.ts'

/** Safe because an examination's kind names what it holds. */
export const isOf = <K extends ExaminationKind>(
  one: Examination,
  kind: K,
): one is Examination<K> & Examination => one.kind === kind

/** Whether an examination came when it counts, and is one of those that the step asks for. */
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

/** How many inconclusive ones end a step; before that it is asked again. */
export const triesOf = ({ options }: Counted): number =>
  typeof options?.['tries'] === 'number' ? options['tries'] : 1

/** Whether a step has ended with these: who may try again may after a first suspected spoof, too. */
export function hasLivenessEnded(statuses: readonly LivenessStatus[], tries: number): boolean {
  const spoofs = statuses.filter((one) => one === spoofSuspected).length
  const inconclusive = statuses.filter((one) => one !== live && one !== spoofSuspected).length
  return statuses.includes(live) || spoofs >= Math.min(tries, 2) || inconclusive >= tries
}

export const hasDocumentEnded = (results: readonly DocumentResult[], tries: number): boolean =>
  results.some((one) => one !== 'Inconclusivo') || results.length >= tries
