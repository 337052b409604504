// The input of the rules of the device analysis.
import type { ReadEvent } from './event.ts'
import type { Network } from './network.ts'

export type DeviceContext = {
  readonly event: ReadEvent
  /** When the event arrived, in epoch ms of wall time, because a device does not know the sandbox clock. */
  readonly arrivedAt: number
  /** The hashes of the images as they were sent, in order. */
  readonly imageHashes: readonly string[]
  /** Whether the event's nonce belongs to this submission; undefined when the event has none. */
  readonly nonceHolds?: boolean | undefined
  /** The `User-Agent` header of the device's own request; absent when a server made the request. */
  readonly userAgentHeader?: string | undefined
  /** The location of the address; absent when it is unknown. */
  readonly network?: Network | undefined
  /** How often this device and this document were seen; absent without a device. */
  readonly counts?: DeviceCounts | undefined
}

export type DeviceCounts = {
  /** The number of different documents that the device was seen with in 30 days. */
  readonly documentsOfDevice: number
  /** The most documents that the tenant allows per device. */
  readonly documentsMax?: number
  /** The number of different devices that the document was seen with in 30 days. */
  readonly devicesOfDocument: number
  /** The number of the device's submissions within an hour. */
  readonly attemptsOfDevice: number
}
