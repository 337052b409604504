export class SealError extends Error {
  override readonly name = 'SealError'
}

/** The data key was destroyed with the person's data. */
export class ErasedError extends Error {
  override readonly name = 'ErasedError'
}
