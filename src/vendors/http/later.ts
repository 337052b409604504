// Reads the answers of a vendor whose results come later: the first one, and those to polls.
import type { CheckOutcome } from '#src/screening/orders/port.ts'
import { readReceived, type Received, toMisfit } from './answer.ts'
import type { Definition } from './definition/definition.ts'
import { type Async, type Poll, vendorIdOf } from './definition/later.ts'
import { type Evaluate, valueOf } from './evaluate.ts'
import { toVendorId } from './look-up.ts'
import type { Seen } from './request.ts'

type Read = { readonly evaluate: Evaluate; readonly definition: Definition }
type Answer = { readonly received: Received; readonly seen: Seen }
/** Reads the complete answer, for which it may fetch more pages. */
export type ReadAll = () => Promise<CheckOutcome>

/** An order without a result yet was bought; only its result is missing. */
export async function readFirst(
  { evaluate, definition }: Read,
  awaited: Async,
  { received, seen }: Answer,
  readAll: ReadAll,
): Promise<CheckOutcome> {
  const id = vendorIdOf(awaited)
  const input = { ...seen, status: received.status, body: received.body ?? null }
  const results = await evaluate({ id, done: awaited.poll?.done }, input)
  if (valueOf(results['done']) === true) return readAll()
  const vendorId = toVendorId(valueOf(results['id']))
  const isTaken = received.status >= 200 && received.status < 300
  const isNamed = vendorId !== undefined || id === undefined
  const refused = await readReceived(evaluate, definition, received, seen)
  if (!isTaken || received.body === undefined || !isNamed) return refused
  // An error inside an answer of success counts as the error.
  if (refused.kind === 'rejected' || refused.kind === 'deferred' || refused.kind === 'no-data')
    return refused
  return { kind: 'accepted', ...(vendorId !== undefined && { vendorId }) }
}

/** `accepted` means that the result is not ready yet. */
export async function readPolled(
  { evaluate, definition }: Read,
  { done, failed }: Poll,
  { received, seen }: Answer,
  readAll: ReadAll,
): Promise<CheckOutcome> {
  const input = { ...seen, status: received.status, body: received.body ?? null }
  const results = await evaluate({ done, failed }, input)
  for (const name of ['failed', 'done'] as const) {
    const result = results[name]
    if (result && 'failed' in result && !('ended' in result) && received.status === 200)
      return toMisfit(`async.poll.${name}`)
  }
  if (valueOf(results['failed']) === true)
    return { kind: 'rejected', class: 'account', code: `${definition.name}-failed` }
  return valueOf(results['done']) === true ? readAll() : { kind: 'accepted' }
}
