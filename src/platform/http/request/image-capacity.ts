// Bodies with images are large, and each is held in memory until its request is answered. This bounds how many are
// held at a time, and their bytes, however long their requests wait for an engine.
import { Problem } from '#src/platform/errors.ts'
import { bodyLimits } from './body.ts'

export type ImageCapacity = {
  /** Runs the work while that many bytes are reserved; throws `busy` when this tenant has no capacity left. */
  run<T>(tenant: string, bytes: number, work: () => Promise<T>): Promise<T>
  /** For a request without a credential: the work reserves its body as it comes. */
  runPage<T>(
    address: string | undefined,
    work: (reservation: ImageReservation) => Promise<T>,
  ): Promise<T>
}

/** Both throw `busy` when the client's address, or all hosted pages together, have no capacity left. */
export type ImageReservation = {
  readonly received: (bytes: number) => void
  /** The body is whole, and its request is one of those that are handled. */
  readonly complete: () => void
}

/** What one tenant can take, of the requests and of their bytes; as much have all hosted pages together. */
const ownerShare = 0.6
/** Many people can have one address; a person sends six pictures at a time. */
const addressShare = 1 / 8

type Held = { readonly requests: number; readonly bytes: number }
const nothing: Held = { requests: 0, bytes: 0 }

export function createImageCapacity({
  requests = 64,
  bytes = 5 * bodyLimits.images,
} = {}): ImageCapacity {
  const byOwner = new Map<string, Held>()
  const heldBy = (owner: string) => byOwner.get(owner) ?? nothing

  function isFull(owner: string, share: number, own: Held, more: Held): boolean {
    const held = heldBy(owner)
    // One request of any size always fits where no other holds anything.
    if (held.requests === own.requests && held.bytes === own.bytes) return false
    const next = sum(held, more)
    return next.requests > requests * share || next.bytes > bytes * share
  }

  function add(owner: string, more: Held): void {
    const next = sum(heldBy(owner), more)
    if (next.requests === 0 && next.bytes === 0) byOwner.delete(owner)
    else byOwner.set(owner, next)
  }

  /** `shares`: by owner. What the work takes is given back when it has ended. */
  async function hold<T>(
    shares: readonly (readonly [owner: string, share: number])[],
    work: (take: (more: Held) => void) => Promise<T>,
  ): Promise<T> {
    let own = nothing
    const take = (more: Held) => {
      if (shares.some(([owner, share]) => isFull(owner, share, own, more)))
        throw new Problem('busy', { reason: 'image-places', headers: { 'retry-after': '1' } })
      for (const [owner] of shares) add(owner, more)
      own = sum(own, more)
    }
    try {
      return await work(take)
    } finally {
      for (const [owner] of shares) add(owner, { requests: -own.requests, bytes: -own.bytes })
    }
  }

  const all = ['all', 1] as const
  return {
    run: (tenant, declared, work) =>
      hold([all, [`tenant ${tenant}`, ownerShare]], async (take) => {
        const size = Math.min(Math.max(0, declared || bodyLimits.images), bodyLimits.images)
        take({ requests: 1, bytes: size })
        return work()
      }),
    runPage(address, work) {
      const pages = ['pages', ownerShare] as const
      const own = address === undefined ? [] : [[`address ${address}`, addressShare] as const]
      return hold([all, pages, ...own], (take) =>
        work({
          received: (size) => take({ requests: 0, bytes: size }),
          complete: () => take({ requests: 1, bytes: 0 }),
        }),
      )
    },
  }
}

const sum = (one: Held, other: Held): Held => ({
  requests: one.requests + other.requests,
  bytes: one.bytes + other.bytes,
})
