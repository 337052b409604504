// The JSON Schemas of pack files and of their test cases.
import { z } from 'zod'
import { caseList, PackCases } from '#src/packs/cases/schema.ts'
import { PackDocument } from '#src/packs/document/schema/schema.ts'

/** Fields beside a document, which are not part of it or of its sha256. */
export const Beside = z.strictObject({
  message: z.string().max(500).exactOptional().meta({
    description: 'Why: it stands with the version, outside the document and its sha256.',
  }),
  cases: caseList.exactOptional().meta({
    description:
      'Its test cases: they are run, and one that does not hold is refused. They stand with the version, outside its sha256; those of an older publication of the same document are replaced.',
  }),
  demandCases: z.boolean().exactOptional().meta({
    description: 'Whether a publication without test cases is refused.',
  }),
  demandCoverage: z.boolean().exactOptional().meta({
    description:
      'Whether a publication is refused whose test cases leave out a module, an answer of a condition or a stop.',
  }),
})

/** The content of a file in a team’s repository: a document, and what is published beside it. */
const PackFile = PackDocument.extend(Beside.shape)

/** The suggestions of an editor: a sample condition for each field, and the modules with their options. */
type Offered = {
  readonly conditions: readonly string[]
  readonly modules: readonly string[]
  /** The schema of each module’s options; undefined where it has none. */
  readonly options: ReadonlyMap<string, z.ZodType | undefined>
}

const toSchema = (schema: z.ZodType, title: string, override: (at: Place) => void = () => {}) => ({
  title,
  ...z.toJSONSchema(schema, { io: 'input', target: 'draft-07', override }),
})

type Place = { readonly jsonSchema: z.core.JSONSchema.BaseSchema }

/** A schema in draft-07, which YAML editors support; its examples complete modules and conditions. */
export function packSchema({ conditions, modules, options }: Offered) {
  const examples = {
    condition: conditions,
    until: conditions,
    if: conditions,
    unless: conditions,
    module: modules,
  }
  return toSchema(PackFile, 'A pack of Atesta', ({ jsonSchema }) => {
    const { properties } = jsonSchema
    if (properties?.['with']) jsonSchema.allOf = [...options].map(takenBy)
    for (const [name, given] of Object.entries(examples)) {
      const found = properties?.[name]
      if (properties && typeof found === 'object')
        properties[name] = { ...found, examples: [...given] }
    }
  })
}

/** The options of a step depend on its module. */
const takenBy = ([key, schema]: [string, z.ZodType | undefined]) => ({
  if: { properties: { module: { const: key } }, required: ['module'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { with: schema ? z.toJSONSchema(schema, { target: 'draft-07' }) : false } },
})

export const casesSchema = () => toSchema(PackCases, 'Test cases of a pack of Atesta')
