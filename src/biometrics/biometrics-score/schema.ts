import { z } from 'zod'
import { calendarDate, dateTime } from '#src/journey/transaction/fields-schema.ts'

export const BiometricsScoreRequest = z
  .object({
    name: z.string().max(1_000).nullish().meta({ description: "Compared with the document's." }),
    birthdate: z
      .union([calendarDate, dateTime])
      .nullish()
      .meta({ description: "Compared with the document's." }),
    base64: z.string().nullish().meta({
      description: 'The image of a face; without one the last live selfie is compared.',
    }),
  })
  .meta({
    id: 'BiometricsScoreRequest',
    description: 'Everything may be left out or null.',
    example: { name: 'Ana Exemplo', birthdate: '1988-02-14T00:00:00Z', base64: null },
  })

export const BiometricsScoreTaken = z
  .object({ date: z.iso.datetime().meta({ description: 'When it was taken.' }) })
  .meta({
    id: 'BiometricsScoreTaken',
    description: 'The result follows in packs.',
    example: { date: '2026-11-20T14:03:27.123Z' },
  })

export const SelfieImage = z
  .object({
    url: z.url().meta({ description: 'Works until `expirationDate`.' }),
    expirationDate: z.iso.datetime(),
  })
  .meta({ id: 'SelfieImage', description: 'Where the selfie can be fetched for a while.' })

export const BiometricsScoreResult = z
  .object({
    score: z.int().min(0).max(100).exactOptional().meta({
      description: 'How alike the faces are; only of `Done`.',
    }),
    date: z.iso.datetime(),
    status: z.enum(['Done', 'Unreadable', 'Failed']).meta({
      description:
        'Unreadable: no face or no portrait was found, and there is no score; Failed: for a technical reason.',
    }),
    reasons: z
      .array(z.enum(['unreadable', 'not-a-document']))
      .exactOptional()
      .meta({
        description:
          'Of `Unreadable`: `unreadable` the selfie shows no face, `not-a-document` the document no portrait.',
      }),
  })
  .meta({
    id: 'BiometricsScoreResult',
    description: 'A selfie against the portrait of the last document.',
    example: { score: 96, date: '2026-11-20T14:03:27.123Z', status: 'Done' },
  })
export type BiometricsScoreResult = z.output<typeof BiometricsScoreResult>
