import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'

/** Verifies and reads the webhook of a mail service. */
export type ReportReader = {
  verify(request: RawRequest): boolean | Promise<boolean>
  /** Confirms a subscription that a verified request asks for; rejects when that cannot be done now. */
  confirm?(request: RawRequest): Promise<void>
  /** Reads the events of a verified request. Throws for a body that is not in the service's format. */
  parse(request: RawRequest): VendorEvent[]
}
