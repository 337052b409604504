// The minimum of an answer that counts: a list must state its matches, even if there are none; a register its entry.
// Without that it says nothing about the subject, whatever its status. Pure.
import type { OfficialResult } from './official-schema.ts'
import { hasFindings } from './official.ts'
import type { CheckAnswer } from './schema.ts'

const lists = ['Sanctions', 'Pep', 'AdverseMedia'] as const
const records = ['ArrestWarrant', 'CriminalRecord', 'LawSuits'] as const

const isOneOf = (names: readonly string[], service: string) => names.includes(service)

const isListService = (service: string): boolean => isOneOf(lists, service)
const isRecordService = (service: string): boolean => isOneOf(records, service)

/** The only service of the port `official-match`. */
export const officialService = 'OfficialMatch'

/**
 * Whether a source may answer without data. Lists, registers of records and official bases must say explicitly that
 * they have nothing.
 */
export const mayHaveNoData = (service: string): boolean =>
  !isListService(service) && !isRecordService(service) && service !== officialService

/** Undefined when nothing is missing. For a card and a credit score the schema itself says what is required. */
export function findMissingPart(
  service: string,
  answer: CheckAnswer,
): 'matches' | 'records' | 'status' | 'inBase' | undefined {
  if (isListService(service)) return 'matches' in answer && answer.matches ? undefined : 'matches'
  if (isRecordService(service)) return 'records' in answer && answer.records ? undefined : 'records'
  if (service === 'BasicInfos' || service === 'CompanyRegistry')
    return statesBasics(answer) ? undefined : 'status'
  // Safe because the schema of the port has parsed the answer.
  if (service === officialService)
    return hasFindings(answer as OfficialResult) ? undefined : 'inBase'
  return undefined
}

function statesBasics(answer: CheckAnswer): boolean {
  const isMissing = 'found' in answer && answer.found === false
  const hasName = 'name' in answer && answer.name !== undefined
  const hasStatus = 'status' in answer && answer.status !== undefined && answer.status !== 'unknown'
  return isMissing || hasName || hasStatus
}
