// The errors of engines. An unreadable image is a result about the image; every other error is technical, is tried
// again, and says nothing about a person.
import { Problem } from '#src/platform/errors.ts'

export type UnreadableReason =
  | 'empty'
  | 'type'
  | 'damaged'
  | 'too-many-pixels'
  | 'too-long'
  | 'animated'

/** The image cannot be decoded, however often it is tried. */
export class ImageUnreadable extends Error {
  override readonly name = 'ImageUnreadable'
  readonly reason: UnreadableReason
  /** The position of the image in the request. */
  readonly index: number

  constructor(reason: UnreadableReason, index = 0) {
    super(`image ${index} is unreadable: ${reason}`)
    this.reason = reason
    this.index = index
  }
}

/** The engine has no capacity at the moment: the task waits and has not failed. */
export const engineBusy = (): Problem =>
  new Problem('unavailable', { reason: 'engine-busy', headers: { 'retry-after': '2' } })

/** The engine cannot be reached or is switched off, which is not the task's fault. */
export const engineAway = (): Problem =>
  new Problem('unavailable', { reason: 'engine-away', headers: { 'retry-after': '5' } })
