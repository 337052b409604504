// Checks that a register has its data, by asking for a number that surely exists. Its 404, or a company without a name,
// may also mean that its database is unavailable.
import { z } from 'zod'

/** A number that the register surely has; by default that of Banco do Brasil. */
export const KnownCnpj = z
  .string()
  .regex(/^[0-9A-Z]{12}\d{2}$/)
  .default('00000000000191')

/** The least time between two such checks; meanwhile the last result counts for all requests. */
const askedEveryMs = 60_000
/**
 * The least time after a failed check. It is shorter, because an outage may end soon and blocks all requests about
 * unknown numbers.
 */
const askedAgainMs = 5_000

/** Serves one account. `ask` resolves to whether the register knows the number, and never rejects. */
export function proveLife(ask: (signal: AbortSignal) => Promise<boolean>) {
  let proof:
    | { readonly at: number; readonly isAlive: Promise<boolean>; everyMs: number }
    | undefined
  return (signal: AbortSignal): Promise<boolean> => {
    const now = performance.now()
    if (!proof || now - proof.at >= proof.everyMs) proof = begin(now, ask(signal))
    return proof.isAlive
  }
}

function begin(at: number, isAlive: Promise<boolean>) {
  const proof = { at, isAlive, everyMs: askedEveryMs }
  void isAlive.then((is) => {
    if (!is) proof.everyMs = askedAgainMs
  })
  return proof
}
