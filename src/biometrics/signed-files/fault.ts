// Why a signature proves nothing, as the steps of its check throw it.
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

/** What strangers wrote may break any reader: all that one throws is the given reason. */
export function attempt<T>(read: () => T, reason: SignatureReason): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof SignatureFault ? error : new SignatureFault(reason)
  }
}

/** The value, or the reason why there is none. Throws what is none of a signature's faults. */
export function settle<T>(read: () => T): { value: T } | { reason: SignatureReason } {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof SignatureFault) return { reason: error.reason }
    throw error
  }
}
