// The answers of the sandbox's official base about a person, by the document. For most documents it has nobody, as the
// real one has for half of all adults. Pure.
import type { OfficialResult } from '#src/screening/wire/official-schema.ts'
import { completeOfficial } from '#src/screening/wire/official.ts'
import type { OfficialSubject } from '#src/screening/wire/request.ts'
import type { DocumentEnding } from './check-endings.ts'

/** The similarity of the selfie to the portrait, for documents that have a portrait. */
const similarities: Partial<Record<DocumentEnding, number>> = {
  '0028': 0.97,
  '0029': 0.61,
  '0030': 0.001,
  '0031': 0.97,
}

export function answerOfficial(
  { document, name, birthdate, licenceNumber }: OfficialSubject,
  ending: DocumentEnding | undefined,
): OfficialResult {
  const similarity = ending && similarities[ending]
  if (similarity === undefined && ending !== '0032')
    return completeOfficial({ document, inBase: false })
  return completeOfficial({
    document,
    inBase: true,
    ...(similarity !== undefined && { similarity, liveness: 'real' }),
    fields: {
      ...(name !== undefined && { name: ending !== '0031' }),
      ...(birthdate !== undefined && { birthdate: true }),
      ...(licenceNumber !== undefined && { licenceNumber: true }),
    },
  })
}
