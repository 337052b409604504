import { ofRequests } from '#src/platform/problems/of-requests.ts'
import { ofState } from '#src/platform/problems/of-state.ts'

/**
 * Every error code that the API answers with, the status, the fixed title and the prose of `/problems/<code>`. Codes
 * may be added; a code never changes its status or its meaning.
 */
export const errors = { ...ofRequests, ...ofState }

export type ErrorCode = keyof typeof errors

/** The faults that one field can have; `unicode` means NUL or half of a surrogate pair. */
export type FaultCode =
  | 'required'
  | 'type'
  | 'format'
  | 'too-long'
  | 'too-short'
  | 'too-big'
  | 'too-small'
  | 'too-many'
  | 'too-few'
  | 'too-deep'
  | 'not-allowed'
  | 'not-json'
  | 'unicode'
  | 'invalid'

/** One fault of a request. `detail` never holds a value that was sent. */
export type Fault = {
  pointer: string
  code: FaultCode
  detail: string
  /** The position of the fault in the text of a document; both count from 1. */
  line?: number
  column?: number
}

type ProblemOptions = {
  /** A public sentence about this occurrence; it never holds a value that was sent. */
  detail?: string
  /** For the log only: a word or two, without personal data. */
  reason?: string
  faults?: Fault[]
  headers?: Record<string, string>
  extra?: Record<string, number | string | boolean>
}

/** Thrown where a request is refused and its database transaction is rolled back. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly detail?: string
  readonly reason?: string
  readonly faults?: Fault[]
  readonly headers?: Record<string, string>
  readonly extra?: Record<string, number | string | boolean>

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(options.reason ?? code)
    this.code = code
    Object.assign(this, options)
  }
}
