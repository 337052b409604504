// The reason why a signature proves nothing, thrown by the steps of its check.
import type { SignatureReason } from './rules.ts'

class SignatureFault extends Error {
  override readonly name = 'SignatureFault'
  readonly reason: SignatureReason

  constructor(reason: SignatureReason) {
    super(reason)
    this.reason = reason
  }
}

export function need(holds: unknown, reason: SignatureReason): asserts holds {
  if (!holds) throw new SignatureFault(reason)
}

/** Turns any error into the given reason, because a stranger's file may break any parser. */
export function attempt<T>(read: () => T, reason: SignatureReason): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof SignatureFault ? error : new SignatureFault(reason)
  }
}

/** Returns the value, or the reason of a `SignatureFault`. Other errors are thrown again. */
export function valueOrReason<T>(read: () => T): { value: T } | { reason: SignatureReason } {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof SignatureFault) return { reason: error.reason }
    throw error
  }
}
