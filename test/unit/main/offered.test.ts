// What an installation has switched off is not served.
import { expect, test } from 'vitest'
import { isServed } from '#src/main/routes.ts'
import { defineRoute, mount } from '#src/platform/http/route.ts'
import { reply } from '#src/platform/http/reply.ts'

const routeOf = (path: string) =>
  mount(
    defineRoute({
      method: 'get',
      paths: [path],
      operationId: path,
      summary: path,
      tag: 'Pages',
      auth: 'none',
      request: {},
      responses: { 200: { description: 'ok' } },
      problems: [],
    }),
    async () => reply(200),
  )

const paths = ['/', '/docs', '/docs/scalar/standalone.esm.js', '/openapi.json', '/sandbox', '/sandbox/samples/selfie-front.jpg', '/v1/sandbox/messages', '/v1/packs'] // prettier-ignore
const on = { SANDBOX: true, DOCS_PAGE: true, SANDBOX_PAGE: true }
const gone = (more: object) =>
  paths.filter((path) => !isServed(routeOf(path), { ...on, ...more })).join(' ')

test.for([
  [{}, ''],
  [{ DOCS_PAGE: false }, '/ /docs /docs/scalar/standalone.esm.js'],
  [{ SANDBOX_PAGE: false }, '/sandbox /sandbox/samples/selfie-front.jpg'],
  [{ SANDBOX: false }, '/sandbox /sandbox/samples/selfie-front.jpg /v1/sandbox/messages'],
] as const)('%o takes away "%s"', ([off, expected]) => {
  expect(gone(off)).toBe(expected)
})
