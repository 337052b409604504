// The ports for sources that know something about a person, a company or a card; types only. An adapter serves one
// account of one vendor, and turns every vendor's message into our own codes, because its texts quote the subject.
import type { CheckRequest, ShownIds } from '#src/screening/wire/request.ts'
import type { LegalBasis } from '#src/journey/transaction/parts-schema.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Repeat } from '#src/journey/calls/call.ts'
import type { RawRequest } from '#src/journey/inbox/callback.ts'
import type { OwnService } from '#src/screening/wire/own-schema.ts'
import type { CheckAnswer, ListKind, Port } from '#src/screening/wire/schema.ts'

export type { CheckAnswer, Port } from '#src/screening/wire/schema.ts'

export type CheckContext = {
  readonly transactionId: string
  readonly orderId: string
  /** Attempts are counted from 1. */
  readonly attempt: number
  /** The idempotency key of this attempt, by which a callback may name it too. */
  readonly attemptId: string
  /** Rounds are counted from 1, over all repeats of a monitored check. */
  readonly round: number
  /** How often the attempt was sent, including this time. */
  readonly sent: number
  readonly signal: AbortSignal
  /** Set only for the port `official-match`. */
  readonly openSelfie?: OpenSelfie
}

/** The pictures that a source accepts: sides in pixels, the size in bytes, and JPEG unless it says otherwise. */
export type PictureFit = {
  readonly minSide: number
  readonly maxSide: number
  readonly maxBytes: number
  readonly format?: 'jpeg' | 'png'
}

/**
 * Opens the selfie as an upright picture without metadata, reduced to fit and never enlarged. Undefined when it was
 * deleted or is too small. Rejects when the object store or the decoder is unavailable.
 */
export type OpenSelfie = (fit: PictureFit) => Promise<Uint8Array | undefined>

/**
 * `input`: the vendor refuses the question itself, so no other account is asked. `account`: our access, our quota, or a
 * service that this account lacks, so another account may answer.
 */
export type RefusalClass = 'input' | 'account'

/** The result of a try. `code` is one of our own and never a text of the vendor. */
export type CheckOutcome =
  | { readonly kind: 'answered'; readonly answer: CheckAnswer; readonly costMicros?: number }
  /** The source has nothing about the subject. */
  | { readonly kind: 'no-data'; readonly costMicros?: number }
  /** The service was bought; the answer comes by callback or is asked for. */
  | { readonly kind: 'accepted'; readonly vendorId?: string; readonly costMicros?: number }
  /** Rejected before anything was bought. */
  | {
      readonly kind: 'rejected'
      readonly class: RefusalClass
      readonly code: string
      /** The refusal costs as much as a purchase. */
      readonly isBilled?: boolean
    }
  | {
      readonly kind: 'deferred'
      readonly class: 'rate' | 'transient'
      readonly code: string
      readonly retryAfterMs?: number
    }
  /** The service may have been bought. */
  | {
      readonly kind: 'uncertain'
      readonly cause: UncertainCause
      /**
       * The position of what cannot be read: a path of the result, or of the file that maps it, but never the value
       * there.
       */
      readonly misfit?: string
    }

export type UncertainCause = 'timeout' | 'reset' | 'http5xx' | AnsweredInVain
/** The source has answered, but the answer cannot be used. */
export type AnsweredInVain = 'unreadable' | 'other-document' | 'nothing-searched' | 'outdated'

/** A vendor's report about an attempt. */
export type CheckReport = {
  readonly kind: 'check'
  /** Equal for every repetition of this event; unique within the account. */
  readonly dedupeKey: string
  /** Our own id, if the vendor returns it. */
  readonly attemptId?: string
  readonly vendorId?: string
  readonly outcome: CheckOutcome | Unread
}

/** A result that can be read only with the request: the account reads it once the attempt is found. */
export type Unread = {
  readonly kind: 'unread'
  readonly body: unknown
  readonly query: Readonly<Record<string, string>>
}

export type CheckAccount = {
  /** The account's name in the configuration and the journal. */
  readonly id: string
  /** The folder of the vendor's adapter. */
  readonly vendor: string
  /** The effect of repeating a purchase with an unknown outcome. */
  readonly repeat: Repeat
  /** The account is the register itself, so its data count before those of others. */
  readonly isAuthoritative?: boolean
  /** The price of a purchase, in millionths of the currency unit. */
  readonly costMicros: number
  /** The prices of those services that cost something else. */
  readonly prices?: Readonly<Record<string, number>>
  /** The most calls per second of one process, if they are limited. */
  readonly perSecond?: number
  /** The time limits of a call, and of the wait for a later result. */
  readonly timeoutMs: number
  readonly resultMs: number
  /** Whether the account offers a service of a port. */
  offers(port: Port, service: string): boolean
  /** Services that a vendor's file defines, about which the product knows only that definition. */
  readonly own?: Readonly<Record<string, OwnService>>
  /** The kinds of the account's lists for a service, if they are known. */
  covers?(service: string): readonly ListKind[] | undefined
  /** Makes one purchase. Resolves with every outcome, and never rejects whatever the vendor does. */
  buy(request: CheckRequest, ctx: CheckContext): Promise<CheckOutcome>
  /**
   * Looks up an attempt, where the vendor can be asked. `absent` means that it was surely not bought. Rejects when the
   * vendor cannot be asked now.
   */
  lookUp?(request: CheckRequest, ctx: CheckContext): Promise<CheckOutcome | 'absent' | 'unknown'>
  /** Asks every `everyMs` for a result that was not ready; undefined while it is not. */
  readonly poll?: {
    readonly everyMs: number
    ask(
      request: CheckRequest,
      ctx: CheckContext & { readonly vendorId: string | undefined },
    ): Promise<CheckOutcome | undefined>
  }
  /** Whether this account's vendor signed the request. */
  verifyWebhook(request: RawRequest): boolean
  /** Reads the reports of a verified request. Throws for a body that is not in the vendor's format. */
  parseWebhook(request: RawRequest): Promise<CheckReport[]>
  /** Reads a report that `parseWebhook` has left unread. Rejects when it cannot be read now. */
  readReport?(
    request: CheckRequest,
    ctx: Pick<CheckContext, 'transactionId' | 'orderId' | 'attemptId'>,
    report: Unread,
  ): Promise<CheckOutcome>
}

/** The answers of official bases about one recognition, over all asked sources. */
export type OfficialProof = Pick<ShownIds, 'documentOf' | 'selfieOf'> & {
  /** The joint verdict of the bases: the same face and no differing field; surely another face; or neither. */
  readonly verdict: 'agrees' | 'contradicts' | 'open'
  /** The accounts that have answered. */
  readonly sources: readonly string[]
  readonly face?: 'match' | 'doubtful' | 'no-match'
  readonly similarity?: number
}

/** The faces and documents of a deployment, handed down because checks may not import them. */
export type Evidence = {
  openSelfie(owner: ImageOwner, selfieId: string, fit: PictureFit): Promise<Uint8Array | undefined>
  /** Stores the proof beside the recognition, in the commit of the answer. */
  record(ctx: InCommit<{ readonly sealer: Sealer }>, proof: OfficialProof): Promise<void>
}

type ImageOwner = Pick<Locked, 'id' | 'tenant' | 'key'>
type Owner = { readonly tenant: string; readonly mode: 'sandbox' | 'live' }

/** The accounts of a deployment. A sandbox transaction never gets a live one. */
export type CheckAccounts = {
  /** Lists the accounts that offer the service, in the order in which they are tried. */
  list(owner: Owner, port: Port, service: string): readonly CheckAccount[]
  /** Lists all accounts, one of which must have signed a callback. */
  all(): readonly CheckAccount[]
  find(owner: Owner, id: string): CheckAccount | undefined
}

/** The configuration of checks. */
export type Checking = {
  readonly accounts: CheckAccounts
  /** The most that a tenant may spend per day (UTC), in millionths; undefined for no cap. */
  capOf(owner: Owner): number | undefined
  /** The tenant's legal basis for purchases, unless a request names another. */
  legalBasisOf(owner: Owner): LegalBasis | undefined
}
