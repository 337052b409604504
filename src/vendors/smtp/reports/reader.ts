import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'

/** How a service's webhook is believed and read. */
export type ReportReader = {
  verify(request: RawRequest): boolean | Promise<boolean>
  /** Of a verified request; rejects when what it asks for cannot be done now. */
  confirm?(request: RawRequest): Promise<void>
  /** Of a verified request. Throws for a body that is not the service's form. */
  parse(request: RawRequest): VendorEvent[]
}
