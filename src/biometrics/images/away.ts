import { Problem } from '#src/platform/errors.ts'

/** The store cannot be used at the moment: it says nothing about any image. `cause` goes to the log alone. */
export function storageAway(cause: unknown): Problem {
  const problem = new Problem('unavailable', {
    reason: 'storage-away',
    headers: { 'retry-after': '5' },
  })
  problem.cause = cause
  return problem
}
