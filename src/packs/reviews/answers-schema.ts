import { z } from 'zod'

const Wordings = z
  .object({ pt: z.string(), en: z.string(), es: z.string() })
  .meta({ description: 'In a language without one of its own another stands here.' })

const AnsweredField = z.object({
  name: z.string(),
  type: z.string().meta({ example: 'money' }),
  label: Wordings,
  value: z.union([z.string(), z.number(), z.boolean()]).exactOptional(),
  uploads: z
    .array(
      z.object({
        id: z.uuid(),
        type: z.enum(['application/pdf', 'image/jpeg']),
        bytes: z.int(),
        href: z.string().exactOptional().meta({
          description: 'Where it is downloaded, for a credential with `images:read`.',
        }),
      }),
    )
    .exactOptional(),
})

export const AnsweredForm = z
  .object({
    step: z.string(),
    title: Wordings,
    by: z.enum(['person', 'client']).meta({ description: 'On a link, or by the door.' }),
    at: z.iso.datetime(),
    fields: z.array(AnsweredField).meta({ description: 'Those that were answered.' }),
  })
  .meta({ id: 'AnsweredForm', description: 'The answers of a form, with what is personal.' })
export type AnsweredForm = z.output<typeof AnsweredForm>
