// Decides which of several versions a transaction gets. Pure.
import { createHash } from 'node:crypto'

export type RegistryKind = 'pack' | 'scorecard'

/** The owner of the documents that come with the service. */
export const service = '*'

export type VersionRef = { readonly owner: string; readonly version: number }

/** `percent` applies to the transactions that no earlier share has taken. */
export type Share = VersionRef & { readonly percent: number }

export type Live = { readonly shares: readonly Share[]; readonly shadow: VersionRef | null }

const sharesMax = 10

/** `percent` of all transactions get the version; the others get what was live before. */
export function rollOut(before: readonly Share[], share: Share): Share[] {
  if (share.percent >= 100) return [share]
  const others = before.filter((one) => one.owner !== share.owner || one.version !== share.version)
  // The last share gets all the remaining transactions, so it stays.
  const kept = others.filter(({ percent }, index) => index < sharesMax - 2 || percent >= 100)
  return [share, ...kept]
}

/**
 * Chooses the same version for a transaction each time, until an earlier share grows; undefined when no share covers
 * the transaction.
 */
export function choose(
  shares: readonly Share[],
  name: string,
  transactionId: string,
): VersionRef | undefined {
  return shares.find(
    ({ owner, version, percent }) =>
      bucketOf(`${name}@${owner}/${version}:${transactionId}`) < percent,
  )
}

/** An evenly distributed number from 0 to 99. */
const bucketOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % 100

/** Each version’s share of all transactions, in percent with at most two decimals. */
export function effective(shares: readonly Share[]): { version: number; percent: number }[] {
  let left = 1
  return shares.map(({ version, percent }) => {
    const own = left * (percent / 100)
    left -= own
    return { version, percent: Math.round(own * 10_000) / 100 }
  })
}
