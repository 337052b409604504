// The age of a server's lists, as it states it: asked for beside a search and cached for ten minutes.
import { z } from 'zod'
import type { CheckOutcome } from '#src/screening/orders/port.ts'

export type ListAge = { readonly version?: string; readonly updatedAt?: string }

const knownMs = 600_000
/** The age is asked for again sooner when the server did not state it. */
const unknownMs = 60_000

/** `read` resolves to undefined when the server does not state it. */
export function createListAge(read: (signal: AbortSignal) => Promise<ListAge | undefined>) {
  let known: { readonly age: ListAge | undefined; readonly until: number } | undefined
  let asking: Promise<ListAge | undefined> | undefined

  async function find(signal: AbortSignal): Promise<ListAge | undefined> {
    if (known && performance.now() < known.until) return known.age
    const age = await (asking ??= read(signal).finally(() => {
      asking = undefined
    }))
    known = { age, until: performance.now() + (age ? knownMs : unknownMs) }
    return age
  }

  return {
    /** Adds the age to an answer of lists; other outcomes stay as they are. */
    async add(outcome: CheckOutcome, signal: AbortSignal): Promise<CheckOutcome> {
      if (outcome.kind !== 'answered' || !('matches' in outcome.answer)) return outcome
      return { ...outcome, answer: { ...outcome.answer, ...(await find(signal)) } }
    },
  }
}

const Time = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

/** A time without a zone is UTC; an invalid one is left out. */
export function toAge(
  version: string | null | undefined,
  updatedAt: string | null | undefined,
): ListAge {
  const isLocal = /T[\d:.]+$/.test(updatedAt ?? '')
  const time = Time.safeParse(isLocal ? `${updatedAt}Z` : updatedAt).data
  return { ...(version && { version }), ...(time !== undefined && { updatedAt: time }) }
}
