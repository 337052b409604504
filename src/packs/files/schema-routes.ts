// Serves the JSON Schemas of pack documents, for editors: without a credential, because editors send none.
import { z } from 'zod'
import { reply } from '#src/platform/http/reply.ts'
import { defineRoute, type Mounted, mount } from '#src/platform/http/route.ts'
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

export function schemaRoutes(): Mounted[] {
  return [
    mount(readPackSchema, async () => reply(200, packSchema())),
    mount(readCasesSchema, async () => reply(200, casesSchema())),
  ]
}
