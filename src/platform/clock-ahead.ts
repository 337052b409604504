/** A question to a server: our clock before it and after the answer, and theirs somewhere between, in milliseconds. */
export type ClockReading = {
  readonly before: number
  readonly theirs: number
  readonly after: number
}

/**
 * How many seconds our clock is ahead of theirs, at least: 0 where the time that the answer took explains the difference,
 * below 0 where ours is behind.
 */
export function secondsAhead({ before, theirs, after }: ClockReading): number {
  const [least, most] = [before - theirs, after - theirs]
  const ms = least > 0 ? least : Math.min(0, most)
  return ms / 1_000
}
