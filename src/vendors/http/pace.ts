// Limits the request rate of one process to a vendor.

/** Milliseconds until the next call may be made; 0: it may be made now, and counts. */
export function createPace(
  perSecond: number | undefined,
  now: () => number = () => performance.now(),
): () => number {
  let freeAt = -Infinity
  return () => {
    if (perSecond === undefined) return 0
    const at = now()
    if (freeAt > at) return Math.ceil(freeAt - at)
    freeAt = at + 1_000 / perSecond
    return 0
  }
}
