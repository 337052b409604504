// Compares a result with the one before: new matches of lists, new records, and a changed status.
import type { CheckAnswer } from '#src/screening/orders/port.ts'

/** The number of new findings; findings that have gone do not count. Pure. */
export function countNewFindings(
  before: CheckAnswer | undefined,
  now: CheckAnswer | undefined,
): number {
  const known = new Set(listFindings(before))
  return listFindings(now).filter((finding) => !known.has(finding)).length
}

/** Whether the answer has a match or a record, which no clean answer of another source outweighs. */
export const hasHits = (answer: CheckAnswer): boolean =>
  ('matches' in answer &&
    answer.matches?.some(({ match, dismissed }) => match && !dismissed) === true) ||
  ('records' in answer && (answer.records?.length ?? 0) > 0)

function listFindings(answer: CheckAnswer | undefined): string[] {
  if (!answer) return []
  const matches = 'matches' in answer ? answer.matches : undefined
  const records = 'records' in answer ? answer.records : undefined
  const status = 'status' in answer ? answer.status : undefined
  return [
    ...(matches ?? [])
      .filter(({ match, dismissed }) => match && !dismissed)
      .map(({ id }) => `match ${id}`),
    ...(records ?? []).map(({ id }) => `record ${id}`),
    ...(status === undefined ? [] : [`status ${status}`]),
  ]
}
