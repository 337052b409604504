// Finds the faults of a waiting step that do not depend on other steps.
import { waitMsMax, waitMsOf } from '../wait.ts'
import { findSchemaFaults } from '#src/journey/values/faults.ts'
import type { PackFault, WaitStep } from '../pack.ts'

const ways = ['for', 'until', 'signal'] as const
/** The field that each of these fields needs beside it. */
const belongs = {
  unanswered: 'until',
  deadlineSeconds: 'signal',
  optional: 'signal',
  fresh: 'signal',
} as const

/** Pointers start at the step. */
export function findWaitFaults(step: WaitStep): PackFault[] {
  const given = ways.filter((one) => step[one] !== undefined)
  const [way, second] = given
  if (way === undefined)
    return [{ pointer: '', detail: 'a wait step has `for`, `until` or `signal`' }]
  if (second !== undefined) return [{ pointer: `/${second}`, detail: `it has \`${way}\` already` }]
  const misplaced = Object.entries(belongs).flatMap(([field, of]) =>
    Object.hasOwn(step, field) && of !== way
      ? [{ pointer: `/${field}`, detail: `it goes with \`${of}\`` }]
      : [],
  )
  return [...misplaced, ...findTimeFaults(step), ...findSignalFaults(step)]
}

function findTimeFaults({ for: duration, deadlineSeconds = 1 }: WaitStep): PackFault[] {
  if (deadlineSeconds * 1_000 > waitMsMax)
    return [{ pointer: '/deadlineSeconds', detail: 'the deadline of a signal is at most 31 days' }]
  return duration === undefined || waitMsOf(duration) !== undefined
    ? []
    : [{ pointer: '/for', detail: 'it is no duration of a second to 31 days, such as PT24H' }]
}

const findSignalFaults = ({ signal }: WaitStep): PackFault[] =>
  (signal ? findSchemaFaults(signal) : []).map(({ pointer, detail }) => ({
    pointer: `/signal${pointer}`,
    detail,
  }))
