// Decides whether what came back is an answer: in the port's form, with everything that the service must state, about
// the subject, and from current lists. Anything else was paid for but says nothing. Pure.
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
  // The account has parsed the result with the schema of its own service.
  if (!isKnownService(service)) return isOwnResult(found.answer) ? found : unreadable('values')
  const answer = readAnswer(port, found.answer)
  if (!answer) return unreadable(explainAnswer(port, found.answer)[0]?.path)
  const missing = findMissingPart(service, answer)
  if (missing !== undefined) return unreadable(missing)
  if (!isAbout(subject, answer)) return { kind: 'uncertain', cause: 'other-document' }
  // Safe because the schema of the port has parsed the answer.
  if (port === 'official-match')
    return { ...found, answer: completeOfficial(answer as OfficialResult) }
  const weighed = weighHits({ port, service, subject }, answer)
  if (isNothingSearched(weighed) && !hasHits(weighed))
    return { kind: 'uncertain', cause: 'nothing-searched' }
  return isOutdated(service, weighed, now) && !hasHits(weighed)
    ? { kind: 'uncertain', cause: 'outdated' }
    : { ...found, answer: weighed }
}

/** A source that lists what it has searched, and lists nothing, has searched for nobody. */
const isNothingSearched = (answer: CheckAnswer): boolean =>
  'matches' in answer && answer.searched?.length === 0

const unreadable = (misfit: string | undefined): CallResult => ({
  kind: 'uncertain',
  cause: 'unreadable',
  ...(misfit !== undefined && { misfit }),
})

// Limits the age of lists. An outdated list lacks the people added since, so it cannot show that a person is not
// listed, while its hits still count. A source that does not state the age of its lists is not limited. Pure.

const hourMs = 3_600_000
/** A date may be this far in the future, because clocks and time zones differ. */
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
  // A date further in the future was misread, so the age is unknown.
  return ageMs > hours * hourMs || ageMs < -aheadHours * hourMs
}
