import { z } from 'zod'
import { OfficialResult } from '#src/screening/wire/official-schema.ts'

export const OfficialMatch = OfficialResult.omit({ document: true, traceId: true })
  .extend({
    checkId: z.uuid().meta({ description: 'Of all sources that were asked at once.' }),
    documentId: z.uuid().meta({ description: 'The recognition of the document.' }),
    livenessId: z.uuid().meta({ description: 'The selfie that was compared.' }),
    source: z.string().meta({ description: 'The account that has answered.' }),
    at: z.iso.datetime(),
  })
  .meta({
    id: 'OfficialMatch',
    description: 'What one official base says of the person, the selfie and the document.',
    example: {
      checkId: '019a9f3d-11aa-7c3d-8a52-0b6f7f3f1c90',
      documentId: '019a9f3d-2222-7c3d-8a52-0b6f7f3f1c90',
      livenessId: '019a9f3d-3333-7c3d-8a52-0b6f7f3f1c90',
      source: 'datavalid',
      at: '2026-11-28T09:00:00.000Z',
      inBase: true,
      face: 'match',
      similarity: 0.97,
      fields: { name: true, birthdate: true },
      notSeen: [],
    },
  })
export type OfficialMatch = z.output<typeof OfficialMatch>
