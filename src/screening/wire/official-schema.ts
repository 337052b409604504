// The form of an official base's answer about a person: whether it has the person, whether the selfie shows its
// portrait, and whether each sent field agrees. None of the three is derived from another.
import { z } from 'zod'

/** The fields that may be compared; an answer never contains the base's own data. */
const officialFields = ['name', 'birthdate', 'mothersName', 'fathersName', 'licenceNumber', 'other'] as const // prettier-ignore
/** The results of comparing the selfie with the base's portrait, the best first. */
export const officialFaces = ['match', 'doubtful', 'no-match'] as const

/** The parts that a base may lack: the person, a portrait, or fields to compare with. */
export const unseenParts = ['person', 'portrait', 'fields'] as const

export const OfficialResult = z
  .object({
    document: z
      .string()
      .regex(/^[0-9]{11}$/, 'a CPF without punctuation')
      .exactOptional()
      .meta({ description: 'Whose answer it is, where the source says so.' }),
    inBase: z.boolean().exactOptional().meta({ description: 'The base has the person.' }),
    face: z.enum(officialFaces).exactOptional().meta({
      description: "The selfie against the base's portrait; absent where there was none.",
    }),
    similarity: z.number().min(0).max(1).exactOptional(),
    liveness: z.enum(['real', 'not-real']).exactOptional().meta({
      description: 'What the source says of the selfie itself: of whom it shows that says nothing.',
    }),
    fields: z.partialRecord(z.enum(officialFields), z.boolean()).exactOptional().meta({
      description: 'Of each field that was compared whether it agrees with the base.',
    }),
    notSeen: z.array(z.enum(unseenParts)).max(unseenParts.length).exactOptional().meta({
      description: 'What the source could not see: it says nothing of it, which is never a no.',
    }),
    traceId: z.string().min(1).max(200).exactOptional().meta({
      description: "The source's own id of the request.",
    }),
  })
  .meta({ id: 'OfficialResult', description: 'What an official base says of a person.' })
export type OfficialResult = z.output<typeof OfficialResult>
