// Ids of links that nobody was given, with what would end a header or lead elsewhere: no page leads there, none breaks.
import { expect } from 'vitest'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'

const ids = [
  'a%0d%0aX: y', 'a%0d%0aX', 'a%0D%0ASet-Cookie:%20a=b', '%00', '%5c%5cevil.example',
  '%2f%2fevil.example', '%e2%82%ac', '%F0%9F%98%80', 'a%3fb%23c', '%ff', '%0a', 'a%0d',
] // prettier-ignore
const known = '0192f0c0-0000-7000-8000-000000000000'
const largest = 26_214_400

const calls = (id: string) => [
  ['GET', `/c/l/${id}`],
  ['GET', `/c/l/${id}/state`],
  ['GET', `/c/l/${id}/step/handover`],
  ['POST', `/c/l/${id}/step/consent`],
  ['POST', `/c/l/${id}/file/document-file-front`],
  ['POST', `/c/l/${known}/file/${id}`],
  ['POST', `/c/l/${known}/step/${id}`],
  ['PUT', `/c/l/${id}/step/captures/front/${'0'.repeat(64)}`],
  ['GET', `/c/${id}`],
  ['POST', `/c/${id}`],
]
const types = ['multipart/form-data; boundary=a', 'application/x-www-form-urlencoded', 'text/plain']

test.for(ids)('a link called %s leads nowhere, whatever comes to it', async (id, { db }) => {
  const { fetch: answer } = await createTestApp(db)
  for (const [method = '', path = ''] of calls(id))
    for (const type of method === 'GET' ? [''] : types)
      for (const length of ['1', String(largest + 1)]) {
        const headers = {
          'content-type': type,
          ...(method !== 'GET' && { 'content-length': length }),
        }
        const body = method === 'GET' ? {} : { body: 'a' }
        const said = await answer(new Request(`http://x${path}`, { method, headers, ...body }))
        const about = `${method} ${path} ${type} ${length}`
        expect([about, said.status < 500]).toEqual([about, true])
        expect(said.headers.get('x')).toBeNull()
        const location = said.headers.get('location') ?? '/c'
        expect([about, location]).toEqual([
          about,
          expect.stringMatching(/^\/c(?:[/?][\w\-/?=%.]*)?$/),
        ])
      }
})
