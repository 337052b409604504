// The endpoints to which vendors report (types only).
import type { z } from 'zod'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import type { VendorEvent } from '#src/messaging/challenges/vendor-events.ts'
import type { BodyLimit } from '#src/platform/http/route.ts'

/** Keyed hash functions that verify marks of our own: one per hash key, the current one first. */
export type Macs = (label: string) => readonly ((text: string) => Buffer)[]

/** An endpoint to which a vendor reports, as data that `src/messaging/inbound` mounts. */
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
      /** The request is signed; the accounts of the vendor verify and parse it. */
      readonly proof: 'signature'
      readonly bodyLimit: BodyLimit
      readonly reply?: { readonly body: string; readonly mediaType: string }
    }
  /** A GET by which a vendor checks the endpoint before it reports; an account answers it. */
  | { readonly proof: 'handshake' }
  | {
      /** The request carries a mark, a signed text that names one of our records and that only we can write. */
      readonly proof: 'mark'
      readonly bodyLimit: BodyLimit
      /** What to call the mark in the log of refused requests. */
      readonly mark: string
      /** Undefined when the mark is not ours. */
      readonly read: (request: RawRequest, macs: Macs) => Promise<VendorEvent[] | undefined>
    }
)
