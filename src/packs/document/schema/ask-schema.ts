import { z } from 'zod'
import { id, optional } from './parts-schema.ts'

/** The most characters of a text that a person reads. */
const labelMax = 200
const helpMax = 500
const fieldsMax = 64
/** The most characters of a text field; also its `max` when it sets none. */
export const textMax = 1000

const fieldTypes = [
  'text', 'choice', 'yes-no', 'date', 'money', 'number', 'cpf', 'cnpj', 'phone', 'email',
  'address', 'upload',
] as const // prettier-ignore

/** The most files of a form. A field without a `max` takes one file. */
export const filesMax = 5

const line = (max: number) => z.string().trim().min(1).max(max)

/** One text for all languages, or one for each. */
const wording = (max: number) =>
  z.union([
    line(max),
    z
      .strictObject({
        pt: line(max).exactOptional(),
        en: line(max).exactOptional(),
        es: line(max).exactOptional(),
      })
      .refine((texts) => Object.keys(texts).length > 0, 'must have a language: pt, en or es'),
  ])

const AskOption = z
  .union([
    line(100),
    z
      .strictObject({ value: line(100), label: wording(labelMax) })
      .meta({ id: 'AskOption', description: 'A value, and what the person reads for it.' }),
  ])
  .meta({ description: 'What can be chosen: a text, or a value with what the person reads.' })

const AskField = z
  .strictObject({
    name: z.string().min(1).max(64).meta({
      description: 'Conditions read it as `steps.<id>.result.<name>`.',
      example: 'occupation',
    }),
    type: z.enum(fieldTypes),
    label: wording(labelMax).meta({ description: 'What is asked.' }),
    help: wording(helpMax).exactOptional().meta({ description: 'Stands below it, small.' }),
    required: z.boolean().exactOptional(),
    options: z.array(AskOption).min(1).max(100).exactOptional().meta({
      description: 'Of a `choice`: conditions know no other values.',
    }),
    min: z.number().exactOptional().meta({
      description: 'Of a `number` or `money` the least; of a text its letters.',
    }),
    max: z
      .number()
      .exactOptional()
      .meta({
        description: `Of a \`number\` or \`money\` the most; of a text its letters, ${textMax} without it; of an \`upload\` its files, 1 without it, ${filesMax} of all.`,
      }),
  })
  .meta({ id: 'AskField', description: 'A question of a form.' })

export const AskStep = z
  .strictObject({
    kind: z.literal('ask'),
    id: id.unwrap(),
    title: wording(labelMax).meta({
      description: 'Stands above the form: one text, or one for each of `pt`, `en` and `es`.',
      example: { pt: 'Sua renda', en: 'Your income' },
    }),
    fields: z.array(AskField).min(1).max(fieldsMax),
    deadlineSeconds: z.int().min(1).exactOptional().meta({
      description: 'A form without an answer by then has failed. Without it 7 days.',
    }),
    optional,
  })
  .meta({
    id: 'AskStep',
    description:
      'Asks a person: a verification link shows it as a form, or a client brings the answers. Its schema follows from the fields.',
  })
