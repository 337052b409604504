// Results that come later, and how a purchase with an unknown outcome is found out.
import { z } from 'zod'
import { Signature } from './auth.ts'
import { Condition, Expression, Request } from './request.ts'

const seconds = z
  .int()
  .min(1)
  .max(7 * 86_400)

const Poll = z.strictObject({
  /** The vendor's id, from the first answer. */
  id: Expression,
  /** Sees it as `id`. */
  request: Request,
  done: Expression,
  failed: Expression.exactOptional(),
  everySeconds: seconds.default(5),
  maxSeconds: seconds.default(600),
})
export type Poll = z.output<typeof Poll>

const Callback = z.strictObject({
  /** The vendor's id, from the first answer. */
  id: Expression.exactOptional(),
  /** What a callback names the purchase by, over `{body, query}`: our `ids.attempt`, or the vendor's id. */
  attempt: Expression.exactOptional(),
  vendorId: Expression.exactOptional(),
  /** Not true: the vendor says how far it is, and the result is still to come. */
  done: Expression.exactOptional(),
  signature: Signature,
  maxSeconds: seconds.default(86_400),
})
export type Callback = z.output<typeof Callback>

/** Both: what is not called back in time is asked for. */
export const Async = z
  .strictObject({ poll: Poll.exactOptional(), callback: Callback.exactOptional() })
  .refine(({ poll, callback }) => poll ?? callback, { error: 'poll, callback, or both' })
export type Async = z.output<typeof Async>

export const LookUp = z.strictObject({
  /** Names the purchase by `ids.attempt`, which the request carried. */
  request: Request,
  /** The vendor surely has none: it may be bought again. */
  absent: Condition,
  /** When the answer says that the order has no result yet. */
  pending: Condition.exactOptional(),
})

/** The expression that reads the vendor's id from the first answer. */
export const vendorIdOf = ({ poll, callback }: Async): string | undefined =>
  poll?.id ?? callback?.id

/** How long a result is awaited, by whichever way it comes. */
export const awaitedMs = ({ poll, callback }: Async): number =>
  Math.max(poll?.maxSeconds ?? 0, callback?.maxSeconds ?? 0) * 1_000
