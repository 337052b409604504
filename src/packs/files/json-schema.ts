// The JSON Schemas of pack files and of their test cases.
import { z } from 'zod'
import { PackCases } from '#src/packs/cases/schema.ts'
import { PackDocument } from '#src/packs/document/schema.ts'

/** What a file in a team's repository holds: a document, and why it is published. */
const PackFile = PackDocument.extend({ message: z.string().max(500).exactOptional() })

const toSchema = (schema: z.ZodType, title: string) => ({
  title,
  ...z.toJSONSchema(schema, { io: 'input', target: 'draft-07' }),
})

/** Draft-07, which YAML editors take. */
export const packSchema = () => toSchema(PackFile, 'A pack of Atesta')
export const casesSchema = () => toSchema(PackCases, 'Test cases of a pack of Atesta')
