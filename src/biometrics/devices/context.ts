// The input of the rules of the device analysis.
import type { ReadEvent } from './event.ts'
import type { Network } from './network.ts'

export type DeviceContext = {
  readonly event: ReadEvent
  /** When the event came, epoch ms of wall time: a device knows no sandbox clock. */
  readonly arrivedAt: number
  /** The images as they came, in order. */
  readonly imageHashes: readonly string[]
  /** Whether the nonce of the event is this submission's now; undefined where the event has none. */
  readonly nonceHolds?: boolean | undefined
  /** The header of the device's own request; absent where a server made it. */
  readonly userAgentHeader?: string | undefined
  /** Where the address is; absent where nobody knows. */
  readonly network?: Network | undefined
  /** Sightings with this one; absent without a device. */
  readonly counts?: DeviceCounts | undefined
}

export type DeviceCounts = {
  /** Different documents that the device was seen with in 30 days. */
  readonly documentsOfDevice: number
  /** How many of them the tenant lets one device serve. */
  readonly documentsMax?: number
  /** Different devices that the document was seen with in 30 days. */
  readonly devicesOfDocument: number
  /** Submissions of the device within an hour. */
  readonly attemptsOfDevice: number
}
