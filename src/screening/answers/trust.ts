// Whether what came back is an answer: of the port's form, with what the service must state, about the subject,
// and of lists of today. Whatever is not was paid for all the same, and says nothing. Pure.
import { explainAnswer, readAnswer } from '#src/screening/wire/read.ts'
import type { OfficialResult } from '#src/screening/wire/official-schema.ts'
import { completeOfficial } from '#src/screening/wire/official.ts'
import { isKnownService, isOwnResult } from '#src/screening/wire/own-services.ts'
import { findMissingPart, mayHaveNoData } from '#src/screening/wire/required.ts'
import { hasHits } from './difference.ts'
import { type HitsQuery, weighHits } from './hits.ts'
import type { CallResult } from '#src/screening/orders/outcome.ts'
import { isAbout } from './subject.ts'
import type { CheckAnswer } from '#src/screening/orders/port.ts'

export function trust(
  { port, service, subject }: HitsQuery,
  found: CallResult,
  now = new Date(),
): CallResult {
  if (found.kind === 'no-data')
    return mayHaveNoData(service) ? found : unreadable(findMissingPart(service, {}))
  if (found.kind !== 'answered') return found
  // Its account has read it by the schema of the service.
  if (!isKnownService(service)) return isOwnResult(found.answer) ? found : unreadable('values')
  const answer = readAnswer(port, found.answer)
  if (!answer) return unreadable(explainAnswer(port, found.answer)[0]?.path)
  const missing = findMissingPart(service, answer)
  if (missing !== undefined) return unreadable(missing)
  if (!isAbout(subject, answer)) return { kind: 'uncertain', cause: 'other-document' }
  // Safe because the schema of the port has read it.
  if (port === 'official-match')
    return { ...found, answer: completeOfficial(answer as OfficialResult) }
  const weighed = weighHits({ port, service, subject }, answer)
  if (isNothingSearched(weighed) && !hasHits(weighed))
    return { kind: 'uncertain', cause: 'nothing-searched' }
  return isOutdated(service, weighed, now) && !hasHits(weighed)
    ? { kind: 'uncertain', cause: 'outdated' }
    : { ...found, answer: weighed }
}

/** A source that says which lists it has searched, and names none, has looked for nobody. */
const isNothingSearched = (answer: CheckAnswer): boolean =>
  'matches' in answer && answer.searched?.length === 0

const unreadable = (misfit: string | undefined): CallResult => ({
  kind: 'uncertain',
  cause: 'unreadable',
  ...(misfit !== undefined && { misfit }),
})

// How old lists may be. An old list lacks whoever was added since, so it makes nobody clean; its hits count all the same.
// A source that does not say how old its lists are is not judged by their age. Pure.

const hourMs = 3_600_000
/** Clocks and zones differ, and a day lasts until its end. */
const aheadHours = 48
const maxHours: Readonly<Record<string, number>> = {
  Sanctions: 48,
  Pep: 7 * 24,
  AdverseMedia: 7 * 24,
}

function isOutdated(service: string, answer: CheckAnswer, now: Date): boolean {
  const hours = maxHours[service]
  const updatedAt = 'updatedAt' in answer ? answer.updatedAt : undefined
  if (hours === undefined || updatedAt === undefined) return false
  // A day without a time lasts until its end.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(updatedAt)
  const since = Date.parse(updatedAt) + (isDay ? 24 * hourMs - 1 : 0)
  const ageMs = now.getTime() - since
  // One that comes from the future was misread: nobody knows how old it is.
  return ageMs > hours * hourMs || ageMs < -aheadHours * hourMs
}
