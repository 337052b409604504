import type { components } from './api.js'

export type Problem = components['schemas']['Problem']

/** A refusal, as RFC 9457 has it. Switch over `code`; treat one that you do not know by its `status`. */
export class AtestaProblem extends Error {
  override readonly name = 'AtestaProblem'
  readonly status: number
  readonly code: string
  readonly problem: Problem
  /** Name it when you ask about the problem. */
  readonly requestId: string
  /** Seconds after which a repeat can succeed, where waiting helps. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem, retryAfter?: number) {
    super(`${problem.status} ${problem.code}: ${problem.detail ?? problem.title}`)
    this.status = problem.status
    this.code = problem.code
    this.problem = problem
    this.requestId = problem.requestId
    this.retryAfter = retryAfter
  }
}

/** What an answer that is no success throws; a proxy between may answer without a problem document. */
export async function toProblem(response: Response): Promise<AtestaProblem> {
  const retryAfter = readRetryAfter(response)
  const isProblem = response.headers.get('content-type')?.includes('problem+json') ?? false
  const problem = isProblem ? ((await response.json()) as Problem) : withoutBody(response)
  return new AtestaProblem(problem, retryAfter)
}

/** Undefined too where it is a date, which the service never sends. */
export function readRetryAfter({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? undefined : seconds
}

const withoutBody = ({ status, statusText, headers }: Response): Problem => ({
  type: 'about:blank',
  title: statusText || 'No problem document',
  status,
  code: 'unknown',
  requestId: headers.get('request-id') ?? '',
})
