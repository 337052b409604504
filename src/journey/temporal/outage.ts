// Notices outages of Temporal by failed nudges and queries, so that everything that has backed off meanwhile can
// continue at once when the outage ends.
import { isGrpcServiceError } from '@temporalio/client'

export type Outages = {
  note(isSent: boolean): void
  /**
   * Whether the last call has failed. Then the server is asked until it answers, because nudges come ever more rarely.
   */
  isSuspected(): boolean
  /** Runs `work` once after an outage has ended, and again if it failed; undefined when there was no outage. */
  afterEnd<T>(work: () => Promise<T>): Promise<T | undefined>
}

/** When this many nudges in a row fail, the server counts as down. */
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
