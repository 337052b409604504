// The selfie for a source that takes one: nothing was sent where there is none.
import type { CheckContext, CheckOutcome, PictureFit } from '#src/screening/orders/port.ts'

/** The bytes of a JPEG; else what came of the purchase, which was none. */
export async function readSelfie(
  { openSelfie }: Pick<CheckContext, 'openSelfie'>,
  fit: PictureFit,
): Promise<Uint8Array | CheckOutcome> {
  try {
    const selfie = await openSelfie?.(fit)
    return selfie ?? { kind: 'rejected', class: 'input', code: 'no-selfie' }
  } catch {
    return { kind: 'deferred', class: 'transient', code: 'selfie-away' }
  }
}
