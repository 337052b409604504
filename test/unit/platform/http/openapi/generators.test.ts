import { expect, test } from 'vitest'
import { suitGenerators } from '#src/platform/http/openapi/generators.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

function suited() {
  const closed = { additionalProperties: false }
  const document = {
    paths: {
      '/things': {
        post: {
          requestBody: { schema: { $ref: '#/components/schemas/Asked' } },
          responses: { 200: { schema: object({ at: { type: 'string' } }, closed) } },
        },
      },
    },
    components: {
      schemas: {
        Asked: object({ part: { $ref: '#/components/schemas/Part' } }, closed),
        Part: object({ type: { type: 'integer', maximum: 4, default: 1 } }, closed),
        Answered: object({ amount: { type: 'integer', maximum: 2 ** 53 - 1 } }, closed),
      },
    },
  }
  suitGenerators(document)
  return document
}

test('answers take fields that are new; what is sent stays as strict as it was', () => {
  const { paths, components } = suited()
  expect(components.schemas.Asked).toHaveProperty('additionalProperties', false)
  expect(components.schemas.Part).toHaveProperty('additionalProperties', false)
  expect(components.schemas.Answered).not.toHaveProperty('additionalProperties')
  const { schema } = paths['/things'].post.responses[200]
  expect(schema).not.toHaveProperty('additionalProperties')
})

test('a default is words, so that no generator asks for the field', () => {
  const { type } = suited().components.schemas.Part.properties as { type: object }
  expect(type).toEqual({
    type: 'integer',
    format: 'int32',
    maximum: 4,
    description: 'Without it: `1`.',
  })
})

test('a whole number says that it needs 64 bits', () => {
  const { amount } = suited().components.schemas.Answered.properties as { amount: object }
  expect(amount).toEqual({ type: 'integer', format: 'int64' })
})
