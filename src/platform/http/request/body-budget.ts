// Limits the memory of all request bodies in a process: each is held from its first byte until its request is answered,
// however slowly it arrives and however long it waits for an engine. Pictures have a budget of their own, so that those
// that wait for engines leave room for other requests.
import type { BodyLimit, Route } from '../route.ts'
import { Problem } from '#src/platform/errors.ts'
import { networkOf } from './address.ts'

/** In bytes. */
export const bodyLimits = {
  /** A form of a page, or a body sent to an operation that takes none. */
  small: 16_384,
  /** One event of a vendor that sends forms. */
  form: 65_536,
  /** The largest pack of the service with its test cases, as YAML, is 85 kB. */
  document: 131_072,
  json: 1_048_576,
  /** A vendor's batch of callbacks has up to 3 MB. */
  callback: 3_145_728,
  images: 26_214_400,
  /** A form with files; a JSON body of the same route has the limit of `json`. */
  files: 26_214_400,
} as const satisfies Readonly<Record<BodyLimit, number>>

/** The largest body that a route takes, in bytes. */
export function bodyLimitOf({ bodyLimit, request }: Pick<Route, 'bodyLimit' | 'request'>): number {
  const takesBody = request.json ?? request.form ?? request.document
  return bodyLimits[bodyLimit ?? (takesBody ? 'json' : 'small')]
}

export type BodyBudget = {
  /** Runs the work, and frees its reserved memory when it ends. */
  hold<T>(owner: BodyOwner, work: (reservation: Reservation) => Promise<T>): Promise<T>
}

/**
 * `tenant` is that of a verified credential. Requests without one share a common part, of which each address gets a
 * fraction.
 */
export type BodyOwner = {
  readonly kind: 'images' | 'others'
  readonly tenant?: string | undefined
  readonly address?: string | undefined
  /**
   * The declared size of a request with pictures, which is reserved at once; only for requests with a credential. NaN
   * reserves the maximum.
   */
  readonly declared?: number | undefined
}

/** Both functions throw the problem `busy` when the owner, or all together, have used up their share. */
export type Reservation = {
  readonly received: (bytes: number) => void
  /** Called when the body is complete: it counts as a request in progress and no longer gives way. */
  readonly complete: () => void
  /** Rejects when the body must give way to a smaller one while it still arrives. */
  readonly ended: Promise<never>
}

/** The share of requests and bytes that one tenant can take; all requests without a credential together get as much. */
const ownerShare = 0.6
/**
 * The share of one address without a credential. Many people can have the same address, and a person sends six pictures
 * at a time.
 */
const addressShare = 1 / 8

type Size = { readonly requests: number; readonly bytes: number }
const nothing: Size = { requests: 0, bytes: 0 }

type Body = {
  own: Size
  readonly owners: readonly (readonly [name: string, share: number])[]
  /** Ends the body; set for bodies without a credential until they are complete. */
  giveWay: (() => void) | undefined
}

export type BudgetSizes = { readonly images?: Partial<Size>; readonly others?: Partial<Size> }

export function createBodyBudget({ images, others }: BudgetSizes = {}): BodyBudget {
  const pools = {
    images: createPool({ requests: 64, bytes: 5 * bodyLimits.images, ...images }),
    others: createPool({ requests: Infinity, bytes: 32 * bodyLimits.json, ...others }),
  }
  return {
    async hold(owner, work) {
      const { kind, tenant, declared } = owner
      const pool = pools[kind]
      const ending = Promise.withResolvers<never>()
      // Prevents an unhandled rejection while nobody awaits it.
      ending.promise.catch(() => {})
      const body: Body = {
        own: nothing,
        owners: ownersOf(owner),
        giveWay: tenant === undefined ? () => ending.reject(busy('body-gave-way')) : undefined,
      }
      const reserved = kind === 'images' && tenant !== undefined
      const take = (requests: number, bytes: number) => pool.take(body, { requests, bytes })
      try {
        if (reserved) take(1, sizeOf(declared))
        return await work({
          received: (bytes) => !reserved && take(0, bytes),
          complete() {
            body.giveWay = undefined
            if (!reserved) take(1, 0)
          },
          ended: ending.promise,
        })
      } finally {
        pool.giveBack(body)
      }
    },
  }
}

const sizeOf = (declared = NaN) =>
  Math.min(Math.max(0, declared || bodyLimits.images), bodyLimits.images)

function ownersOf({ tenant, address }: BodyOwner): Body['owners'] {
  const all = ['all', 1] as const
  if (tenant !== undefined) return [all, [`tenant ${tenant}`, ownerShare]]
  const anonymous = ['anonymous', ownerShare] as const
  if (address === undefined) return [all, anonymous]
  return [all, anonymous, [`address ${networkOf(address)}`, addressShare]]
}

function createPool(most: Size) {
  const byOwner = new Map<string, Size>()
  const coming = new Set<Body>()
  const heldBy = (name: string) => byOwner.get(name) ?? nothing

  /** An owner whose only body is this one is never over the limit, so that a single body of any size fits. */
  function isOver([name, share]: Body['owners'][number], body: Body, more: Size): boolean {
    const held = heldBy(name)
    if (held.requests === body.own.requests && held.bytes === body.own.bytes) return false
    const next = sum(held, more)
    return next.requests > most.requests * share || next.bytes > most.bytes * share
  }

  function add(body: Body, more: Size): void {
    body.own = sum(body.own, more)
    for (const [name] of body.owners) {
      const next = sum(heldBy(name), more)
      if (next.requests === 0 && next.bytes === 0) byOwner.delete(name)
      else byOwner.set(name, next)
    }
  }

  function giveBack(body: Body): void {
    coming.delete(body)
    add(body, { requests: -body.own.requests, bytes: -body.own.bytes })
  }

  /** The largest incomplete body without a credential, if it is larger than `bytes`. */
  function findLarger(bytes: number): Body | undefined {
    let largest: Body | undefined
    for (const body of coming)
      if (body.giveWay && body.own.bytes > (largest?.own.bytes ?? bytes)) largest = body
    return largest
  }

  return {
    giveBack,
    take(body: Body, more: Size): void {
      const ofMany = body.owners.filter(([name]) => name === 'all' || name === 'anonymous')
      const isRefused = () => body.owners.some((owner) => isOver(owner, body, more))
      while (isRefused()) {
        const canHelp = ofMany.some((owner) => isOver(owner, body, more))
        const larger = canHelp ? findLarger(body.own.bytes + more.bytes) : undefined
        if (!larger) throw busy('body-places')
        larger.giveWay?.()
        giveBack(larger)
      }
      coming.add(body)
      add(body, more)
    },
  }
}

const busy = (reason: string) => new Problem('busy', { reason, headers: { 'retry-after': '1' } })

const sum = (one: Size, other: Size): Size => ({
  requests: one.requests + other.requests,
  bytes: one.bytes + other.bytes,
})
