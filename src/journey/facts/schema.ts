import { z } from 'zod'

export const Insight = z
  .object({
    code: z.string().meta({ description: 'Letters and digits, the same for ever.' }),
    description: z.string().meta({ description: 'In words, in Portuguese.' }),
    type: z.string(),
    category: z.string(),
    relevance: z.enum(['Positivo', 'Neutro', 'Alerta']),
    relatedTo: z.array(z.string()).meta({ description: 'What it is about: `Document`, `Email`.' }),
  })
  .meta({
    id: 'Insight',
    description: 'One finding about a transaction, derived from its facts.',
    example: {
      code: 'DOC001',
      description: 'Dígitos verificadores do documento incorretos',
      type: 'Document',
      category: 'Consistency',
      relevance: 'Alerta',
      relatedTo: ['Document'],
    },
  })
export type Insight = z.output<typeof Insight>
