// Whether Temporal was away, by what became of nudges and of questions: what has backed off meanwhile need not wait any
// longer then.
import { isGrpcServiceError } from '@temporalio/client'

export type Outages = {
  note(isSent: boolean): void
  /** Whether the last of them has failed: then the server is asked until it answers, because nudges come ever less often. */
  isSuspected(): boolean
  /** Does it once after an outage that is over, and again where it failed; undefined when there was none. */
  afterEnd<T>(work: () => Promise<T>): Promise<T | undefined>
}

/** When this many nudges in a row fail, the server is away. */
const failuresMin = 3

export function createOutages(): Outages {
  let failures = 0
  let hasEnded = false
  return {
    note(isSent) {
      if (isSent && failures >= failuresMin) hasEnded = true
      failures = isSent ? 0 : failures + 1
    },
    isSuspected: () => failures > 0,
    async afterEnd(work) {
      if (!hasEnded) return undefined
      hasEnded = false
      try {
        return await work()
      } catch (error) {
        hasEnded = true
        throw error
      }
    },
  }
}

/** The gRPC codes for cancelled, deadline exceeded and unavailable. Any other refusal is an answer. */
const silences: readonly number[] = [1, 4, 14]
const answerMs = 1_000

type Asked = {
  withDeadline(deadline: number, work: () => Promise<unknown>): Promise<unknown>
  readonly workflowService: { getSystemInfo(asked: object): Promise<unknown> }
}

/** Whether the server answers anything at all. */
export async function answers(connection: Asked): Promise<boolean> {
  try {
    await connection.withDeadline(Date.now() + answerMs, () =>
      connection.workflowService.getSystemInfo({}),
    )
    return true
  } catch (error) {
    return isGrpcServiceError(error) && !silences.includes(error.code)
  }
}
