// The JSON Schemas of pack files and of their test cases.
import { z } from 'zod'
import { PackCases } from '#src/packs/cases/schema.ts'
import { Beside } from './schema.ts'
import { PackDocument } from '#src/packs/document/schema.ts'

/** What a file in a team's repository holds: a document, and what stands beside it at its publication. */
const PackFile = PackDocument.extend(Beside.shape)

/** What an editor offers: of each field a condition, and the modules with what they take. */
type Offered = {
  readonly conditions: readonly string[]
  readonly modules: readonly string[]
  /** What each module takes under `with`; undefined where it takes nothing. */
  readonly options: ReadonlyMap<string, z.ZodType | undefined>
}

const toSchema = (schema: z.ZodType, title: string, override: (at: Place) => void = () => {}) => ({
  title,
  ...z.toJSONSchema(schema, { io: 'input', target: 'draft-07', override }),
})

type Place = { readonly jsonSchema: z.core.JSONSchema.BaseSchema }

/** Draft-07, which YAML editors take; they complete modules, and conditions by a field, from its examples. */
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

/** What stands under `with` of a step follows from its module. */
const takenBy = ([key, schema]: [string, z.ZodType | undefined]) => ({
  if: { properties: { module: { const: key } }, required: ['module'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { with: schema ? z.toJSONSchema(schema, { target: 'draft-07' }) : false } },
})

export const casesSchema = () => toSchema(PackCases, 'Test cases of a pack of Atesta')
