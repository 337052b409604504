// What an answer must state to be one: of a list what it matched, even if that is nothing; of a register the entry.
// An answer without it says nothing of the subject, whatever its status was. Pure.
import type { OfficialResult } from './official-schema.ts'
import { saysAnything } from './official.ts'
import type { CheckAnswer } from './schema.ts'

const lists = ['Sanctions', 'Pep', 'AdverseMedia'] as const
const records = ['ArrestWarrant', 'CriminalRecord', 'LawSuits'] as const

const isOneOf = (names: readonly string[], service: string) => names.includes(service)

const isListService = (service: string): boolean => isOneOf(lists, service)
const isRecordService = (service: string): boolean => isOneOf(records, service)

/** The one service of the port `official-match`. */
export const officialService = 'OfficialMatch'

/**
 * Whether a source may answer without data. Lists, registers of records and official bases must say that they have
 * nothing.
 */
export const mayHaveNoData = (service: string): boolean =>
  !isListService(service) && !isRecordService(service) && service !== officialService

/** Undefined: it states all. Of a card and of a credit score the schema itself says what must be there. */
export function findMissingPart(
  service: string,
  answer: CheckAnswer,
): 'matches' | 'records' | 'status' | 'inBase' | undefined {
  if (isListService(service)) return 'matches' in answer && answer.matches ? undefined : 'matches'
  if (isRecordService(service)) return 'records' in answer && answer.records ? undefined : 'records'
  if (service === 'BasicInfos' || service === 'CompanyRegistry')
    return statesBasics(answer) ? undefined : 'status'
  // Safe because the schema of its port has read it.
  if (service === officialService)
    return saysAnything(answer as OfficialResult) ? undefined : 'inBase'
  return undefined
}

function statesBasics(answer: CheckAnswer): boolean {
  const isMissing = 'found' in answer && answer.found === false
  const hasName = 'name' in answer && answer.name !== undefined
  const hasStatus = 'status' in answer && answer.status !== undefined && answer.status !== 'unknown'
  return isMissing || hasName || hasStatus
}
