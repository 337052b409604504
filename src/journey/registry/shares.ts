// Decides which of several versions a transaction gets. Pure.
import { createHash } from 'node:crypto'

export type RegistryKind = 'pack' | 'scorecard'

/** Whose what comes with the service is. */
export const service = '*'

export type VersionRef = { readonly owner: string; readonly version: number }

/** `percent` of those whom no share before it has got. */
export type Share = VersionRef & { readonly percent: number }

export type Live = { readonly shares: readonly Share[]; readonly shadow: VersionRef | null }

const sharesMax = 10

/** `percent` of all get the version, and the rest what was live before. */
export function rollOut(before: readonly Share[], share: Share): Share[] {
  if (share.percent >= 100) return [share]
  const others = before.filter((one) => one.owner !== share.owner || one.version !== share.version)
  // The last one gets whatever is left, so it stays.
  const kept = others.filter(({ percent }, index) => index < sharesMax - 2 || percent >= 100)
  return [share, ...kept]
}

/** The same one for ever, as long as no share before it grows; undefined when none has got it. */
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

/** 0 to 99, evenly. */
const bucketOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % 100

/** What share of all each version has, in percent with at most two decimals. */
export function effective(shares: readonly Share[]): { version: number; percent: number }[] {
  let left = 1
  return shares.map(({ version, percent }) => {
    const own = left * (percent / 100)
    left -= own
    return { version, percent: Math.round(own * 10_000) / 100 }
  })
}
