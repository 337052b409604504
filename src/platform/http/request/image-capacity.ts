// Bodies with images are large, and each is held in memory until its request is answered. This bounds how many are
// held at a time, and their bytes, however long their requests wait for an engine.
import { Problem } from '#src/platform/errors.ts'
import { bodyLimits } from './body.ts'

export type ImageCapacity = {
  /** Runs the work while that many bytes are reserved; throws `busy` when this owner has no capacity left. */
  run<T>(owner: string | undefined, bytes: number, work: () => Promise<T>): Promise<T>
}

/** What one tenant can take, of the requests and of their bytes. */
const ownerShare = 0.6

type Held = { requests: number; bytes: number }

export function createImageCapacity({
  requests = 64,
  bytes = 5 * bodyLimits.images,
} = {}): ImageCapacity {
  const all: Held = { requests: 0, bytes: 0 }
  const byOwner = new Map<string, Held>()

  function isFull(held: Held, size: number, share: number): boolean {
    // One request of any size always fits where nothing is held.
    if (held.requests === 0) return false
    return held.requests + 1 > requests * share || held.bytes + size > bytes * share
  }

  return {
    async run(owner = '', declared, work) {
      const size = Math.min(Math.max(0, declared || bodyLimits.images), bodyLimits.images)
      const own = byOwner.get(owner) ?? { requests: 0, bytes: 0 }
      if (isFull(all, size, 1) || isFull(own, size, ownerShare))
        throw new Problem('busy', { reason: 'image-places', headers: { 'retry-after': '1' } })
      byOwner.set(owner, own)
      for (const held of [all, own]) add(held, 1, size)
      try {
        return await work()
      } finally {
        for (const held of [all, own]) add(held, -1, -size)
        if (own.requests === 0) byOwner.delete(owner)
      }
    },
  }
}

function add(held: Held, requests: number, bytes: number): void {
  held.requests += requests
  held.bytes += bytes
}
