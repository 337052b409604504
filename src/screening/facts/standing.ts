// Decides which statements about lists and records still stand. The worst one counts, so a clean answer replaces a hit
// only if it surely answers the same question again. Pure.
import type { CheckRecord, ListMatch } from '#src/screening/wire/schema.ts'
import { keyOf } from '#src/screening/answers/judgements.ts'
import type { Statement } from './statements.ts'

/** The standing statements about one service, in the order in which they were made. */
export function standingOf(statements: readonly Statement[]): Statement[] {
  let standing: Statement[] = []
  for (const one of statements)
    standing = [...standing.filter((before) => !replaces(one, before)), one]
  return standing
}

/** Whether the later statement has the same source, parameters and lists, in a version that is not older. */
function replaces(now: Statement, before: Statement): boolean {
  return (
    now.source === before.source &&
    now.port === before.port &&
    keyOf(now.subject) === keyOf(before.subject) &&
    keyOf(listsOf(now).toSorted()) === keyOf(listsOf(before).toSorted()) &&
    isNotOlder(versionOf(now), versionOf(before))
  )
}

const isNotOlder = (now: string | undefined, before: string | undefined): boolean =>
  before === undefined ||
  (now !== undefined && now.localeCompare(before, 'en', { numeric: true }) >= 0)

const listsOf = ({ answer }: Statement): readonly string[] =>
  answer && 'searched' in answer ? (answer.searched ?? []) : []

export const versionOf = ({ answer }: Statement): string | undefined =>
  answer && 'version' in answer ? answer.version : undefined

/** Whether the source calls it a match, and nothing shows that it is somebody else's. */
const counts = ({ match, dismissed }: ListMatch): boolean => match && dismissed === undefined

/** Undefined when the statement does not say. */
export const hitsOf = ({ answer }: Statement): readonly ListMatch[] | undefined =>
  answer && 'matches' in answer ? answer.matches?.filter(counts) : undefined

export const recordsOf = ({ answer }: Statement): readonly CheckRecord[] | undefined =>
  answer && 'records' in answer
    ? answer.records?.filter(({ dismissed }) => dismissed === undefined)
    : undefined
