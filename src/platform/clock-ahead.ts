/**
 * One request to a server that answers with its time: our clock before the request and after the answer, and the
 * server’s clock, which was read somewhere between. Epoch milliseconds.
 */
export type ClockReading = {
  readonly before: number
  readonly theirs: number
  readonly after: number
}

/**
 * By how many seconds our clock is ahead of the server’s, at least: 0 where the duration of the request explains the
 * difference, negative where ours is behind.
 */
export function secondsAhead({ before, theirs, after }: ClockReading): number {
  const [least, most] = [before - theirs, after - theirs]
  const ms = least > 0 ? least : Math.min(0, most)
  return ms / 1_000
}
