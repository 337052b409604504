// Chooses the account that is used next: the first that has refused nothing, else one that may be tried again, else the
// one whose rest ends first. Pure.

export type AccountStates = {
  /** How long the account takes no call, because it rests or has reached its rate limit. */
  readonly openMs: (account: string) => number
  /** Whether the account has as many concurrent calls as it may have. */
  readonly isFull: (account: string) => boolean
}

export type Choice =
  | { readonly kind: 'use'; readonly account: string }
  /** All accounts rest for now; this one is available first. */
  | { readonly kind: 'rest'; readonly account: string; readonly waitMs: number }
  /** All accounts that could be used are full; this one is the first in their order. */
  | { readonly kind: 'full'; readonly account: string }
  | { readonly kind: 'none' }

/** Chooses among the accounts that may still be tried, in their order. */
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
