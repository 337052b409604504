// Whether what came back is an answer: of the port's form, with what the service must state, about the subject,
// and of lists of today. Whatever is not was paid for all the same, and says nothing. Pure.
import { explainAnswer, readAnswer } from '#src/screening/wire/read.ts'
import { findMissingPart, mayHaveNoData } from '#src/screening/wire/required.ts'
import { isOutdated } from './age.ts'
import { hasHits } from './difference.ts'
import { type HitsAsked, weighHits } from './hits.ts'
import type { CallResult } from '#src/screening/orders/outcome.ts'
import { isAbout } from './subject.ts'

export function trust(
  { port, service, subject }: HitsAsked,
  found: CallResult,
  now = new Date(),
): CallResult {
  if (found.kind === 'no-data')
    return mayHaveNoData(service) ? found : unreadable(findMissingPart(service, {}))
  if (found.kind !== 'answered') return found
  const answer = readAnswer(port, found.answer)
  if (!answer) return unreadable(explainAnswer(port, found.answer)[0]?.path)
  const missing = findMissingPart(service, answer)
  if (missing !== undefined) return unreadable(missing)
  if (!isAbout(subject, answer)) return { kind: 'uncertain', cause: 'other-document' }
  const weighed = weighHits({ port, service, subject }, answer)
  return isOutdated(service, weighed, now) && !hasHits(weighed)
    ? { kind: 'uncertain', cause: 'outdated' }
    : { ...found, answer: weighed }
}

const unreadable = (misfit: string | undefined): CallResult => ({
  kind: 'uncertain',
  cause: 'unreadable',
  ...(misfit !== undefined && { misfit }),
})
