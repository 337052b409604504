// Serves the JSON Schemas of pack documents without a credential, because editors send none.
import { z } from 'zod'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
import { examplesOf, fieldsOf } from '#src/packs/conditions/fields.ts'
import type { Vocabulary } from '#src/packs/conditions/variables.ts'
import { casesSchema, packSchema } from './json-schema.ts'

const contract = {
  method: 'get',
  tag: 'Packs',
  auth: 'none',
  hidden: true,
  request: {},
  problems: [],
} as const
const body = z.record(z.string(), z.unknown())
const mediaType = 'application/schema+json'

const readPackSchema = defineRoute({
  ...contract,
  paths: ['/schemas/pack.json'],
  operationId: 'readPackSchema',
  summary: 'The JSON Schema of a pack',
  responses: { 200: { description: 'Draft-07.', body, mediaType } },
})

const readCasesSchema = defineRoute({
  ...contract,
  paths: ['/schemas/pack-cases.json'],
  operationId: 'readPackCasesSchema',
  summary: 'The JSON Schema of the test cases of a pack',
  responses: { 200: { description: 'Draft-07.', body, mediaType } },
})

const readFields = defineRoute({
  ...contract,
  paths: ['/schemas/pack-fields.json'],
  operationId: 'readPackFields',
  summary: 'What conditions of packs may read',
  responses: { 200: { description: 'Every field by its path.', body } },
})

export function schemaRoutes(vocabulary: Vocabulary): Mounted[] {
  return [
    mount(readPackSchema, async () => reply(200, packSchema(examplesOf(vocabulary)))),
    mount(readFields, async () => reply(200, { fields: [...fieldsOf(vocabulary)] })),
    mount(readCasesSchema, async () => reply(200, casesSchema())),
  ]
}
