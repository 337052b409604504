import { type Action, type Guidance } from '../browser/challenge.ts'
export type { Action, Guidance }
export type VerificationStatus =
  /** The person is done; the score comes by `GET /v1/transaction/{id}/lvs`. */
  | 'COMPLETED'
  /** The window was closed before. */
  | 'CLOSED'
  /** The page leaves for the hosted one, or shows a code: it hears nothing of how that ends. */
  | 'STARTED'
export type OpenVerification = {
  /** The `link` that the client's server got from the service. */
  readonly url: string
  readonly mode: 'redirect' | 'popup' | 'qr'
  /** Where the code is drawn, for `qr`. */
  readonly container?: HTMLElement
  /** What a screen reader says of the code. */
  readonly label?: string
}
/**
 * Opens the hosted page. `popup` must be called in the handler of a click, or browsers refuse it: then it rejects
 * with an Error whose message is `popup-blocked`.
 */
export declare function openVerification(options: OpenVerification): Promise<{
  status: VerificationStatus
}>
export type CaptureFaces = {
  /** What the client's server got from `POST …/facial-biometrics/challenge`. */
  readonly nonce: string
  readonly actions: readonly Action[]
  readonly expiresAt: string
  /** The transaction that the challenge is of. */
  readonly transactionId: string
  /** A video element of the page, with `playsinline` and `muted`. */
  readonly video: HTMLVideoElement
  /** Where the files of the package's folder `face` are served. */
  readonly modelsUrl: string
  /** What the person is to do now, and how many turns are done. */
  readonly onGuidance?: (guidance: Guidance, done: number) => void
}
export type CapturedFaces = {
  /** For `event` of `POST …/facial-biometrics/liveness`. */
  readonly event: string
  /** For its `images`, in this order and unchanged: the event signs these bytes. */
  readonly images: readonly Blob[]
}
/**
 * The capture of the hosted page inside a client's page. Rejects with an Error whose message is `refused`, `absent`,
 * `taken`, `insecure` or `other` (the camera), `late` (the turns were not made in time) or `failed`.
 */
export declare function captureFaces(options: CaptureFaces): Promise<CapturedFaces>
