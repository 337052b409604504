import { z } from 'zod'
import {
  document,
  documentCountry,
  documentType,
} from '#src/journey/transaction/document-schema.ts'
import { Phone } from '#src/journey/transaction/parts-schema.ts'
import { Waiting, WaitingFor } from '#src/journey/lifecycle/waiting-schema.ts'
import { moment } from '#src/platform/moment-schema.ts'
import { cursorField, pageLimit } from '#src/platform/page-schema.ts'

const status = z.enum(['none', 'processing', 'partial', 'completed']).meta({
  description:
    'Of the latest runs of its packs: one that goes on counts before one with a failed module, and that before completed ones; `none` without a run.',
})

export const ListedTransaction = z
  .object({
    id: z.uuid(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().meta({ description: 'Of the last entry of its timeline.' }),
    status,
    packs: z
      .array(
        z.object({
          pack: z.string(),
          version: z.int().positive(),
          runId: z.uuid(),
          status: z.enum(['processing', 'partial', 'completed']),
          outcome: z.string().exactOptional(),
        }),
      )
      .meta({ description: 'The latest run of each pack.' }),
    review: z.enum(['open', 'decided']).exactOptional().meta({
      description: 'Whether a person is asked to decide about it, or somebody has decided.',
    }),
    waiting: WaitingFor.exactOptional(),
    parent: z
      .uuid()
      .exactOptional()
      .meta({ description: 'The transaction whose run has made it for somebody on its list.' }),
  })
  .meta({
    id: 'ListedTransaction',
    description: 'A transaction in a list: ids, codes and times, and no personal data.',
    example: {
      id: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
      createdAt: '2026-11-20T14:03:27.123Z',
      updatedAt: '2026-11-20T14:05:02.518Z',
      status: 'completed',
      packs: [
        {
          pack: 'onboarding',
          version: 3,
          runId: '019a9f3c-8d2f-7c7b-8e1f-3a5c9d7e2f46',
          status: 'completed',
          outcome: 'approved',
        },
      ],
    },
  })
export type ListedTransaction = z.output<typeof ListedTransaction>

export const TransactionPage = z
  .object({
    transactions: z.array(ListedTransaction),
    next: z.string().exactOptional().meta({
      description: 'For `cursor`, where there may be more: a filtered page can be short.',
    }),
  })
  .meta({ id: 'TransactionPage', description: 'Transactions, the newest first.' })
export type TransactionPage = z.output<typeof TransactionPage>

const limitMax = 200

export const TransactionsQuery = z.object({
  createdAfter: moment.optional().meta({ description: 'From then on.' }),
  createdBefore: moment.optional().meta({ description: 'Before then.' }),
  status: status.optional().meta({ description: 'Of the latest runs of its packs.' }),
  outcome: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Of the latest run of one of its packs.', example: 'approved' }),
  review: z
    .enum(['none', 'open', 'decided'])
    .optional()
    .meta({ description: 'Whether a person is asked, or has decided.' }),
  waiting: Waiting.optional().meta({ description: 'What they wait for first.', example: 'vendor' }),
  parent: z.uuid().optional().meta({
    description: 'Those alone that runs of this transaction have made.',
  }),
  cursor: cursorField,
  limit: pageLimit(limitMax, 50),
})

const documentTypes = {
  documentType: documentType.exactOptional(),
  documentCountry: documentCountry.exactOptional(),
}
const sought = { document, phone: Phone, email: z.email().max(254) }
const paged = {
  cursor: cursorField.exactOptional(),
  limit: z.int().min(1).max(limitMax).exactOptional(),
}
const others = z.object(sought).partial().shape

/** A longer text was never accepted in a transaction. */
const textMax = 400

export const TransactionSearch = z
  .union([
    z.object({ ...others, ...documentTypes, ...paged, document: sought.document }),
    z.object({ ...others, ...paged, phone: sought.phone }),
    z.object({ ...others, ...paged, email: sought.email }),
    z.object({
      ...paged,
      text: z.string().trim().min(1).max(textMax).meta({
        description:
          'As somebody has pasted it: a document, a phone, an e-mail address, a transaction’s id, or the client’s own reference. All that it may be is looked for.',
        example: '(11) 98765-0001',
      }),
    }),
  ])
  .meta({
    id: 'TransactionSearch',
    description:
      'Whose transactions: all of what is named here was given at their creation, or one thing that `text` may be: references stand in `identifierId` and in the generic fields that the tenant’s settings name (`search.genericFields`). In a body, because none of it ever stands in a URL. A number without `documentType` is a CPF, a CNPJ or an RNM by its form; with `documentCountry` alone it is a passport.',
    example: { document: '529.982.247-25' },
  })
export type TransactionSearch = z.output<typeof TransactionSearch>
