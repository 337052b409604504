// The minutes that a message names. Pure; times are epoch ms of the transaction's clock.
type Times = { readonly createdAt: number; readonly expiresAt: number }

/** What a message is under way takes none of them. */
const graceMs = 15_000

/** How long it counts, as it was opened. */
export const minutesOf = ({ createdAt, expiresAt }: Times): number =>
  Math.round((expiresAt - createdAt) / 60_000)

/** Whole minutes, so that none is promised that is not left; the last one is named to its end. */
export const minutesLeft = ({ expiresAt }: Pick<Times, 'expiresAt'>, now: number): number =>
  Math.max(1, Math.floor((expiresAt - now + graceMs) / 60_000))
