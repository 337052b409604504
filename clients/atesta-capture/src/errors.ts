/** Why nothing could be opened or captured; a later version may know more of them. */
export type CaptureErrorCode =
  /** Not a link of the service. */
  | 'link-invalid'
  /** The browser refused the window: open it in the handler of a click. */
  | 'popup-blocked'
  | 'container-missing'
  /** The browser keeps no cookie in a frame of this page: take `popup` or `redirect`. */
  | 'cookies-blocked'
  /** The browser keeps nothing for this page, so that a return could not be told from a forged one. */
  | 'storage-blocked'
  /** The person came back by something that this tab did not begin: ask your server, believe nothing. */
  | 'state-mismatch'
  /** Of the camera: the person said no, there is none, another program has it, the page is not https. */
  | 'camera-refused'
  | 'camera-absent'
  | 'camera-taken'
  | 'camera-insecure'
  | 'camera-other'
  /** The poses were not taken in time. */
  | 'late'
  | 'failed'

/** What every function here rejects with, but for the reason of an `AbortSignal`. Switch over `code`. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError'
  readonly code: CaptureErrorCode

  constructor(code: CaptureErrorCode, options?: ErrorOptions) {
    super(code, options)
    this.code = code
  }
}
