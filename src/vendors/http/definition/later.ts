// Results that come later, and look-ups of purchases with an unknown outcome.
import { z } from 'zod'
import { Signature } from './auth.ts'
import { Condition, Expression, Request } from './request.ts'

const seconds = z
  .int()
  .min(1)
  .max(7 * 86_400)

const Poll = z.strictObject({
  /** Reads the vendor's id from the first answer. */
  id: Expression,
  /** Its expressions see that id as `id`. */
  request: Request,
  done: Expression,
  failed: Expression.exactOptional(),
  everySeconds: seconds.default(5),
  maxSeconds: seconds.default(600),
})
export type Poll = z.output<typeof Poll>

const Callback = z.strictObject({
  /** Reads the vendor's id from the first answer. */
  id: Expression.exactOptional(),
  /** How a callback names the purchase, over `{body, query}`: by our `ids.attempt`, or by the vendor's id. */
  attempt: Expression.exactOptional(),
  vendorId: Expression.exactOptional(),
  /** When this is not true, the callback only reports progress, and the result is still to come. */
  done: Expression.exactOptional(),
  signature: Signature,
  maxSeconds: seconds.default(86_400),
})
export type Callback = z.output<typeof Callback>

/** With both, a result that is not called back in time is polled. */
export const Async = z
  .strictObject({ poll: Poll.exactOptional(), callback: Callback.exactOptional() })
  .refine(({ poll, callback }) => poll ?? callback, { error: 'poll, callback, or both' })
export type Async = z.output<typeof Async>

export const LookUp = z.strictObject({
  /** Names the purchase by `ids.attempt`, which the request has carried. */
  request: Request,
  /** Holds when the vendor surely has no such purchase, so that it may be bought again. */
  absent: Condition,
  /** Holds when the order has no result yet. */
  pending: Condition.exactOptional(),
})

/** The expression that reads the vendor's id from the first answer. */
export const vendorIdOf = ({ poll, callback }: Async): string | undefined =>
  poll?.id ?? callback?.id

/** How long a result is awaited, by polling or by callback. */
export const awaitedMs = ({ poll, callback }: Async): number =>
  Math.max(poll?.maxSeconds ?? 0, callback?.maxSeconds ?? 0) * 1_000
