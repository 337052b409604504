// Where a vendor reports to us, types only.
import type { z } from 'zod'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { BodyLimit } from '#src/platform/http/route.ts'

/** Keyed functions that prove what we have written ourselves: one per hash key, the current one first. */
export type Macs = (label: string) => readonly ((text: string) => Buffer)[]

/** Where a vendor reports to us: data, which `src/messaging/inbound` mounts. */
export type Hook = {
  readonly path: `/hooks/${string}`
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly request?: {
    readonly param?: z.ZodObject
    readonly query?: z.ZodObject
    readonly header?: z.ZodObject
  }
} & (
  | {
      /** A request that accounts of the vendor have signed, and read. */
      readonly proof: 'signature'
      readonly bodyLimit: BodyLimit
      readonly reply?: { readonly body: string; readonly mediaType: string }
    }
  /** The question that comes before all reports, which an account answers. */
  | { readonly proof: 'handshake' }
  | {
      /** What names a record of ours in a way that we alone can write. */
      readonly proof: 'mark'
      readonly bodyLimit: BodyLimit
      /** What the mark is, for the log of what is refused. */
      readonly mark: string
      /** Undefined: nobody but us could have written the mark, and we have not. */
      readonly read: (request: RawRequest, macs: Macs) => Promise<VendorEvent[] | undefined>
    }
)
