// Finds the faults of a call that do not depend on other steps.
import { findSchemaFaults } from '#src/journey/values/faults.ts'
import { isReservedWord } from '#src/platform/cel/reserved.ts'
import type { CallStep, PackFault } from '../pack.ts'

/** The most fields that a call sends. */
const fieldsMax = 64
const deadlineSecondsMax = 31 * 24 * 3_600

/** The time for an answer when the step names none. */
export const callDeadlineSeconds = 3_600

/** Pointers start at the step. */
export function findCallFaults(step: CallStep): PackFault[] {
  const { input = {}, result, retry, deadlineSeconds = callDeadlineSeconds } = step
  const { times = 1, delaySeconds = 0 } = retry ?? {}
  const names = Object.keys(input)
  return [
    ...when(names.length > fieldsMax, '/input', `it sends more than ${fieldsMax} fields`),
    ...names.flatMap((name) =>
      when(
        !/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) || isReservedWord(name),
        `/input/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        'the name of a field is letters, digits and _, a letter first, and no word of CEL',
      ),
    ),
    ...findSchemaFaults(result).map(({ pointer, detail }) => ({
      pointer: `/result${pointer}`,
      detail,
    })),
    ...when(
      deadlineSeconds > deadlineSecondsMax,
      '/deadlineSeconds',
      'the deadline of a call is at most 31 days',
    ),
    ...when(
      retry !== undefined && times * delaySeconds >= deadlineSeconds,
      '/retry',
      'the tries of the call do not fit in its deadline',
    ),
    ...when(
      step.fallback !== undefined && step.onFailure !== undefined,
      '/onFailure',
      'it has a fallback, so it needs no onFailure',
    ),
  ]
}

const when = (applies: boolean, pointer: string, detail: string): PackFault[] =>
  applies ? [{ pointer, detail }] : []
