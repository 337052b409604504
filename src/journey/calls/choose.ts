// Which of several accounts is used next: the first that has refused nothing, else one that may be tried again, else
// the one whose rest ends first. Pure.

export type AccountStates = {
  /** For how long each takes no call: it rests, or was called often enough. */
  readonly openMs: (account: string) => number
  /** Whether as many calls of it are under way as may be. */
  readonly isFull: (account: string) => boolean
}

export type Choice =
  | { readonly kind: 'use'; readonly account: string }
  /** Every one of them is left alone for now; this one is back first. */
  | { readonly kind: 'rest'; readonly account: string; readonly waitMs: number }
  /** Each that could be used has as many calls under way as it may; this one is first in their order. */
  | { readonly kind: 'full'; readonly account: string }
  | { readonly kind: 'none' }

/** Of those that may still be tried, in their order. */
export function chooseAccount(
  usable: readonly string[],
  isFresh: (account: string) => boolean,
  { openMs, isFull }: AccountStates,
): Choice {
  const closed = usable.filter((name) => openMs(name) === 0)
  const free = closed.filter((name) => !isFull(name))
  const account = free.find(isFresh) ?? free[0]
  if (account !== undefined) return { kind: 'use', account }
  const [busy] = closed
  if (busy !== undefined) return { kind: 'full', account: busy }
  const [first] = usable.toSorted((a, b) => openMs(a) - openMs(b))
  return first === undefined
    ? { kind: 'none' }
    : { kind: 'rest', account: first, waitMs: openMs(first) }
}
