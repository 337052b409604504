// Counts what the transactions of one document show: how many people seem to use it, and under how many names. Pure.
import type { DocumentHistory, ShownTransaction } from '#src/journey/velocity/document-history.ts'
import { originsOf } from '#src/journey/velocity/origins.ts'
import type { SightingKind } from '#src/journey/velocity/sighting.ts'
import type { VelocityCounts } from './velocity-alerts.ts'

const hour = 3_600_000
const day = 24 * hour
const month = 30 * day

/** The asking transaction: its id, and by kind the keyed hashes of what it has shown, under every hash key. */
export type Asker = {
  readonly id: string
  readonly values: Readonly<Partial<Record<SightingKind, readonly (readonly string[])[]>>>
}

/**
 * `now` is epoch ms of wall time. For a document on the allow list only names and birth dates are counted, because they
 * say nothing about frequency.
 */
export function countDocument(
  { isAllowed, transactions }: DocumentHistory,
  asker: Asker,
  now: number,
): VelocityCounts {
  const within = (ms: number) => transactions.filter(({ lastAt }) => lastAt > now - ms)
  const ofMonth = within(month)
  return withoutNone({
    namesPerDocument: countClaims(transactions, asker, 'name'),
    birthdatesPerDocument: countClaims(transactions, asker, 'birthdate'),
    ...(!isAllowed && {
      documentTransactionsPerDay: originsOf(within(day)).length,
      documentTransactionsPerHour: originsOf(within(hour)).length,
      emailsPerDocument: countValues(ofMonth, asker, 'email'),
      phonesPerDocument: countValues(ofMonth, asker, 'phone'),
      cardsPerDocument: countValues(ofMonth, asker, 'card'),
      devicesPerDocument: originsOf(ofMonth).filter((members) =>
        members.some(({ values }) => values.device),
      ).length,
    }),
  })
}

/** Leaves out counts of zero, which are no facts. */
const withoutNone = (counts: VelocityCounts): VelocityCounts =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** The asking transaction's own values count once, whatever hash key was used. */
function countValues(
  transactions: readonly ShownTransaction[],
  { values }: Asker,
  kind: SightingKind,
): number {
  const own = values[kind] ?? []
  return own.length + othersOf(transactions, own.flat(), kind).length
}

function othersOf(
  transactions: readonly ShownTransaction[],
  own: readonly string[],
  kind: SightingKind,
): string[] {
  const shown = transactions.flatMap(({ values }) => values[kind] ?? [])
  return [...new Set(shown)].filter((hash) => !own.includes(hash))
}

/**
 * Counts different names or birth dates of a document. A single other one is taken for a typing error if the present
 * person gave it, or anybody within the hour, because a second creation often corrects the first. Two others are not.
 */
function countClaims(
  transactions: readonly ShownTransaction[],
  asker: Asker,
  kind: 'name' | 'birthdate',
): number {
  const own = asker.values[kind] ?? []
  const self = transactions.find(({ id }) => id === asker.id)
  const mine = originsOf(transactions).find((members) => self && members.includes(self)) ?? []
  const isOwnTry = (one: ShownTransaction): boolean =>
    mine.includes(one) || (self !== undefined && Math.abs(one.firstAt - self.firstAt) <= hour)
  const others = othersOf(transactions, own.flat(), kind)
  const mended = others.filter((hash) =>
    transactions.filter(({ values }) => values[kind]?.includes(hash)).every(isOwnTry),
  )
  return own.length + others.length - (mended.length === 1 ? 1 : 0)
}
