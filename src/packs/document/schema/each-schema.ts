import { z } from 'zod'
import { storedType } from '#src/journey/transaction/document-schema.ts'
import { id, unanswered } from './parts-schema.ts'

const pin = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}@[1-9][0-9]{0,8}$/, 'must be a name and a version: partner@2')

export const EachStep = z
  .strictObject({
    kind: z.literal('each'),
    id: id.unwrap(),
    in: z.string().min(1).max(200).meta({
      description:
        'Where the list stands, read once as the run comes to it: `transaction.partners`, `transaction.legalRepresentatives`, `input.<field>` or `steps.<id>.result.<field>`, whose elements have a `document`, `documentType` and `name`.',
      example: 'transaction.partners',
    }),
    pack: z.union([pin, z.partialRecord(storedType, pin)]).meta({
      description:
        'The version that each child runs: one for all, or by the type of its document; who has another type is `unidentified`.',
      example: { cpf: 'partner@2', cnpj: 'owner@1' },
    }),
    with: z
      .record(z.string(), z.string().min(1).max(200))
      .exactOptional()
      .meta({
        description:
          'Further fields of each child, as a creation names them: `item.<field>`, `transaction.<field>` or `input.<field>`, as it stands. What does not fit its field is left out.',
        example: { email: 'item.email' },
      }),
    min: z.int().min(0).max(50).exactOptional().meta({
      description: 'With fewer elements the step has failed (`too-few`). Without it 1.',
    }),
    max: z.int().min(1).max(50).exactOptional().meta({
      description: 'With more elements the step has failed (`too-many`). Without it 20.',
    }),
    link: z.literal(true).exactOptional().meta({
      description: 'Each child gets a verification link that walks its run.',
    }),
    deadlineSeconds: z.int().min(1).exactOptional().meta({
      description: 'Then the run goes on with what there is. Without it 7 days.',
    }),
    unanswered,
  })
  .meta({
    id: 'EachStep',
    description:
      'Makes a transaction for each element of a list, with a run of a pinned version, and waits until each has its verdict.',
  })
