// The ports to those who know something of a person, a company or a card, types only. An adapter speaks for one
// account of one vendor; whatever the vendor says becomes a code of ours, because its texts quote the subject.
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
  /** From 1. */
  readonly attempt: number
  /** The idempotency key of this attempt, and what a callback may name it by. */
  readonly attemptId: string
  /** From 1; a check that is made again counts on. */
  readonly round: number
  /** From 1: how often the attempt was sent, itself included. */
  readonly sent: number
  readonly signal: AbortSignal
  /** Only for the port `official-match`. */
  readonly openSelfie?: OpenSelfie
}

/** What a source takes: sides in pixels, bytes, and a JPEG where it says nothing else. */
export type PictureFit = {
  readonly minSide: number
  readonly maxSide: number
  readonly maxBytes: number
  readonly format?: 'jpeg' | 'png'
}

/**
 * The selfie as an upright picture without metadata, made smaller to fit and never larger. Undefined: it is gone, or is
 * too small. Rejects when its store or the decoder is away.
 */
export type OpenSelfie = (fit: PictureFit) => Promise<Uint8Array | undefined>

/**
 * `input`: the vendor says that it cannot be asked so, and nobody else is asked. `account`: our access, our quota, or
 * a service that the account does not have: another account may.
 */
export type RefusalClass = 'input' | 'account'

/** What is known after a try. `code` is one of ours, never a text of the vendor. */
export type CheckOutcome =
  | { readonly kind: 'answered'; readonly answer: CheckAnswer; readonly costMicros?: number }
  /** The source was asked, and has nothing. */
  | { readonly kind: 'no-data'; readonly costMicros?: number }
  /** The service was bought; the answer comes by callback, or is asked for. */
  | { readonly kind: 'accepted'; readonly vendorId?: string; readonly costMicros?: number }
  /** Nothing was bought. */
  | {
      readonly kind: 'rejected'
      readonly class: RefusalClass
      readonly code: string
      /** The refusal costs what a purchase costs. */
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
      /** Where what cannot be read stands: a path of the result, or of the file that maps it; never what stands there. */
      readonly misfit?: string
    }

export type UncertainCause = 'timeout' | 'reset' | 'http5xx' | AnsweredInVain
/** The source has answered, and what it says cannot be used. */
export type AnsweredInVain = 'unreadable' | 'other-document' | 'nothing-searched' | 'outdated'

/** What a vendor reports of an attempt. */
export type CheckReport = {
  readonly kind: 'check'
  /** Equal for every repetition of this event; unique within the account. */
  readonly dedupeKey: string
  /** Ours, where it travelled with the request. */
  readonly attemptId?: string
  readonly vendorId?: string
  readonly outcome: CheckOutcome | Unread
}

/** A result that only who knows what was asked can read: its account does, when the attempt is found. */
export type Unread = {
  readonly kind: 'unread'
  readonly body: unknown
  readonly query: Readonly<Record<string, string>>
}

export type CheckAccount = {
  /** The account's name in the configuration; stands in the journal. */
  readonly id: string
  /** The folder of its adapter. */
  readonly vendor: string
  /** What a repeat of a purchase with an unknown outcome does. */
  readonly repeat: Repeat
  /** The account is the register itself, whose data on persons and companies count before others'. */
  readonly isAuthoritative?: boolean
  /** What a purchase costs, in millionths of the currency unit. */
  readonly costMicros: number
  /** The prices of services that cost something else. */
  readonly prices?: Readonly<Record<string, number>>
  /** How often one process may call it, where that is limited. */
  readonly perSecond?: number
  /** How long a call may take, and a result that comes later may be awaited. */
  readonly timeoutMs: number
  readonly resultMs: number
  /** Whether it has a service of a port. */
  offers(port: Port, service: string): boolean
  /** Its own services, of which the service knows no more than the definition says. */
  readonly own?: Readonly<Record<string, OwnService>>
  /** The kinds of its lists for a service, where they are known. */
  covers?(service: string): readonly ListKind[] | undefined
  /** Asks once. Resolves with every outcome; whatever the vendor does, it does not reject. */
  buy(request: CheckRequest, ctx: CheckContext): Promise<CheckOutcome>
  /**
   * What became of an attempt, where the vendor can be asked. Rejects when it cannot be asked now. `absent`: it was
   * surely not bought.
   */
  lookUp?(request: CheckRequest, ctx: CheckContext): Promise<CheckOutcome | 'absent' | 'unknown'>
  /** Asks for a result that was not ready; undefined: it is not ready yet. `everyMs`: how often. */
  readonly poll?: {
    readonly everyMs: number
    ask(
      request: CheckRequest,
      ctx: CheckContext & { readonly vendorId: string | undefined },
    ): Promise<CheckOutcome | undefined>
  }
  /** Whether this account's vendor signed the request. */
  verifyWebhook(request: RawRequest): boolean
  /** Reads the reports of a verified request. Throws for a body that is not the vendor's form. */
  parseWebhook(request: RawRequest): Promise<CheckReport[]>
  /** Reads a report that `parseWebhook` has left unread. Rejects when it cannot be read now. */
  readReport?(
    request: CheckRequest,
    ctx: Pick<CheckContext, 'transactionId' | 'orderId' | 'attemptId'>,
    report: Unread,
  ): Promise<CheckOutcome>
}

/** What an official base has said of a recognition, over all sources that were asked of it. */
export type OfficialProof = Pick<ShownIds, 'documentOf' | 'selfieOf'> & {
  /** What the base says of the person: the same face and no field that differs; surely another face; or neither. */
  readonly verdict: 'agrees' | 'contradicts' | 'open'
  /** Accounts that have answered. */
  readonly sources: readonly string[]
  readonly face?: 'match' | 'doubtful' | 'no-match'
  readonly similarity?: number
}

/** What a deployment has of faces and documents, and no check may know of: handed down. */
export type Evidence = {
  openSelfie(owner: ImageOwner, selfieId: string, fit: PictureFit): Promise<Uint8Array | undefined>
  /** Writes it beside the recognition, in the commit of the answer. */
  record(ctx: InCommit<{ readonly sealer: Sealer }>, proof: OfficialProof): Promise<void>
}

type ImageOwner = Pick<Locked, 'id' | 'tenant' | 'key'>
type Owner = { readonly tenant: string; readonly mode: 'sandbox' | 'live' }

/** The accounts of a deployment. A sandbox transaction never meets a live one. */
export type CheckAccounts = {
  /** The accounts that have the service, in the order in which they are tried. */
  list(owner: Owner, port: Port, service: string): readonly CheckAccount[]
  /** All of them: one must have signed a callback. */
  all(): readonly CheckAccount[]
  find(owner: Owner, id: string): CheckAccount | undefined
}

/** What a deployment says of its checks. */
export type Checking = {
  readonly accounts: CheckAccounts
  /** What a tenant may spend in a day (UTC), in millionths; undefined: it has no cap. */
  capOf(owner: Owner): number | undefined
  /** By which law a tenant buys where a request says nothing else. */
  legalBasisOf(owner: Owner): LegalBasis | undefined
}
