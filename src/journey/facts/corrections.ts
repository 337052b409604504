// What corrections leave of the results of modules: a proof of data that were corrected since counts no more. Pure.
import type { TakenBack } from '#src/journey/transaction/rules.ts'
import type { Counted } from './counted.ts'

/** What counts for a step of that module, less what a correction has taken back. */
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

/** The limits of a run, or none, with those of corrections. */
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
