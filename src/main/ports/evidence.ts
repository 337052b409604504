// Gives the checks access to selfies and documents, because areas of the same layer must not import each other.
import { ImageLost, type Images } from '#src/biometrics/images/images.ts'
import { ImageUnreadable } from '#src/biometrics/wire/engine-errors.ts'
import { recordOfficial } from '#src/biometrics/examinations/official.ts'
import { ErasedError, SealError } from '#src/platform/seal/errors.ts'
import type { Evidence } from '#src/screening/orders/port.ts'

export const createEvidence = ({ images }: { readonly images: Images }): Evidence => ({
  async openSelfie(owner, selfieId, fit) {
    try {
      return await images.loadSmall(owner, selfieId, fit)
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  },
  record: recordOfficial,
})

/** Whether the image is lost for good, so that a repetition cannot help. */
const isGone = (error: unknown): boolean =>
  error instanceof ImageLost ||
  error instanceof ImageUnreadable ||
  error instanceof SealError ||
  error instanceof ErasedError
