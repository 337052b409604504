import { Problem } from '#src/platform/errors.ts'

/** What costs twice when it is sent twice needs a key. Problem 400 without one. */
export function demandKey({ idempotencyKey }: { readonly idempotencyKey?: string }): void {
  if (idempotencyKey !== undefined) return
  const pointer = 'header#/idempotency-key'
  const detail = 'a repeated purchase needs a key'
  throw new Problem('invalid-request', { faults: [{ pointer, code: 'required', detail }] })
}
