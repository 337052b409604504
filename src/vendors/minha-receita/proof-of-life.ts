// Whether a register has its data: what it says of a number that surely exists. Its 404, and a company without a name, are
// also what it says while its database is away.
import { z } from 'zod'

/** A number that the register surely has; without it that of Banco do Brasil. */
export const KnownCnpj = z
  .string()
  .regex(/^[0-9A-Z]{12}\d{2}$/)
  .default('00000000000191')

/** As often as it is asked; until then the last answer counts for everybody who asks. */
const askedEveryMs = 60_000
/** Where it was none: an outage can be over soon, and holds all that is not in the register meanwhile. */
const askedAgainMs = 5_000

/** One account's. `ask` resolves to whether the register knows the number; it does not reject. */
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
