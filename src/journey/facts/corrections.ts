// Removes the results that corrections have made obsolete: a proof about data that were corrected since does not count.
// Pure.
import type { TakenBack } from '#src/journey/transaction/rules.ts'
import type { Counted } from './counted.ts'

/** Moves the limits of a module’s results to the time `at` of a correction, if they are earlier. */
export function withoutTakenBack(counted: Counted, at: number | undefined): Counted {
  if (at === undefined) return counted
  const correctedAt = new Date(at)
  const later = (one: Date | undefined) => (one && one > correctedAt ? one : correctedAt)
  return {
    ...counted,
    since: later(counted.since),
    boughtSince: later(counted.boughtSince),
    correctedAt,
  }
}

/** Adds the limits that follow from corrections to those of a run. */
export const withCorrections = (
  limits: Readonly<Record<string, Counted>>,
  takenBack: TakenBack,
): Readonly<Record<string, Counted>> => ({
  ...limits,
  ...Object.fromEntries(
    Object.entries(takenBack).map(([module, at]) => [
      module,
      withoutTakenBack(limits[module] ?? {}, at),
    ]),
  ),
})
