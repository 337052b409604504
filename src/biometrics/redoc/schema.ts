import { z } from 'zod'

const code = (description: string) => z.int().meta({ description })

export const AiDocsResult = z
  .object({
    identifierId: z.uuid().meta({ description: 'The recognition.' }),
    transactionId: z.uuid(),
    type: code('0 unknown, 1 RG, 2 CNH, 3 CIN, 4 PASSPORT, 5 CRNM.'),
    isDigital: z.boolean().meta({
      description: 'Whether it came as a file; what is photographed did not.',
    }),
    processStatusCode: code('1 Processing, 2 Processed, 3 Failed.'),
    processStatus: z.enum(['Processing', 'Processed', 'Failed']),
    statusCode: z.int().exactOptional().meta({
      description: '1 Aprovado, 2 Inconclusivo, 3 Reprovado; absent until it is processed.',
    }),
    status: z.enum(['Aprovado', 'Inconclusivo', 'Reprovado']).exactOptional(),
    subStatus: z.string().meta({ description: 'The first alert, or empty.' }),
    subStatusCode: code(
      'Of the first alert: by its place in the list of alerts, from 1; 0 without one.',
    ),
    receivedDate: z.iso.datetime(),
    endDate: z.iso.datetime().exactOptional(),
  })
  .meta({
    id: 'AiDocsResult',
    description: 'One recognition of a document, as packs show it.',
    example: {
      identifierId: '019a9f3c-8f2a-7c11-b3a5-6d1f0a9e7b42',
      transactionId: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      type: 1,
      isDigital: false,
      processStatusCode: 2,
      processStatus: 'Processed',
      statusCode: 1,
      status: 'Aprovado',
      subStatus: '',
      subStatusCode: 0,
      receivedDate: '2026-11-20T14:03:27.123Z',
      endDate: '2026-11-20T14:03:29.410Z',
    },
  })
export type AiDocsResult = z.output<typeof AiDocsResult>
