// Whether what came back is an answer: of the port's form, with what the service must state, and about the subject.
// Whatever is not was paid for all the same, and says nothing. Pure.
import { readAnswer } from '#src/screening/wire/read.ts'
import { mayHaveNoData, statesWhatWasAsked } from '#src/screening/wire/required.ts'
import { dismissHits } from './hits.ts'
import type { Found } from './outcome.ts'
import type { Port } from './port.ts'
import type { Subject } from './store.ts'
import { isAbout } from './subject.ts'

type Asked = { readonly port: Port; readonly service: string; readonly subject: Subject }

export function trust({ port, service, subject }: Asked, found: Found): Found {
  if (found.kind === 'no-data') return mayHaveNoData(service) ? found : unreadable
  if (found.kind !== 'answered') return found
  const answer = readAnswer(port, found.answer)
  if (!answer || !statesWhatWasAsked(service, answer)) return unreadable
  return isAbout(subject, answer)
    ? { ...found, answer: dismissHits(subject, answer) }
    : { kind: 'uncertain', cause: 'other-document' }
}

const unreadable: Found = { kind: 'uncertain', cause: 'unreadable' }
