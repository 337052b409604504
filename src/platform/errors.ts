import { ofRequests } from '#src/platform/problems/of-requests.ts'
import { ofState } from '#src/platform/problems/of-state.ts'

/**
 * All that can be refused, a list that grows: the status, the fixed title and the prose that
 * `/problems/<code>` answers with. A code never changes its status or its meaning.
 */
export const errors = { ...ofRequests, ...ofState }

export type ErrorCode = keyof typeof errors

/** What can be wrong with one field; `unicode` is NUL or half of a surrogate pair. */
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
  /** Where it stands in the text of a document, both from 1. */
  line?: number
  column?: number
}

type ProblemOptions = {
  /** A public sentence about this occurrence, without any value that was sent. */
  detail?: string
  /** For the log alone: a word or two, without personal data. */
  reason?: string
  faults?: Fault[]
  headers?: Record<string, string>
  extra?: Record<string, number | string | boolean>
}

/** Thrown where an answer is refused and nothing is to be kept of it. */
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
