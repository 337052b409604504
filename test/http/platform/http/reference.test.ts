import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ErrorCode, errors } from '#src/platform/errors.ts'
import { healthRoutes } from '#src/platform/http/health/routes.ts'
import { openApiDocument } from '#src/platform/http/openapi/document.ts'
import { referenceRoutes } from '#src/platform/http/openapi/reference.ts'
import { createNote, listNotes, pushButton, tinyApp } from './tiny-app.ts'

const health = healthRoutes({
  postgres: async () => true,
  temporal: async () => true,
  worker: () => undefined,
}).map(({ route }) => route)
const documented = [createNote, listNotes, pushButton, ...health]

async function referenceApp() {
  const guide = [
    {
      name: 'rules',
      title: 'Rules',
      text: 'See `code`.\n\n| a | b |\n|---|---|\n| `…0001` | arrives |',
    },
    { name: 'sandbox', title: 'The sandbox', text: 'Nobody is called.' },
  ]
  const routes = referenceRoutes(documented, { description: 'Read this first.', guide })
  return tinyApp({
    routes,
    authenticate: () => {
      throw new Error('the reference asks for no credential')
    },
  })
}

describe('the OpenAPI document', () => {
  const document = openApiDocument(documented)
  const created = document.paths?.['/v1/notes/{id}']?.post

  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(result.errors).toBeUndefined()
    expect([result.valid, document.openapi]).toEqual([true, '3.1.1'])
  })

  test('is served without a credential', async () => {
    const { app } = await referenceApp()
    const answer = await app.request('/openapi.json')
    expect(answer.headers.get('content-type')).toBe('application/json')
    const Document = z.object({
      info: z.object({ description: z.string() }),
      paths: z.record(z.string(), z.unknown()),
    })
    const { info, paths } = Document.parse(await answer.json())
    expect(info.description).toBe('Read this first.')
    expect(Object.keys(paths)).toEqual([
      '/v1/notes/{id}',
      '/v1/notes',
      '/button',
      '/livez',
      '/readyz',
    ])
  })

  test('shows an operation with its declared replies and with all that it can refuse', () => {
    expect(Object.keys(created?.responses ?? {})).toEqual(
      ['201', '204', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503'],
    ) // prettier-ignore
    expect(Object.keys(document.paths?.['/button']?.post?.responses ?? {})).toEqual(
      ['200', '400', '403', '413', '500', '503'],
    ) // prettier-ignore
    expect(Object.keys(document.paths?.['/v1/notes']?.get?.responses ?? {})).toEqual(
      ['200', '400', '401', '403', '429', '500', '503'],
    ) // prettier-ignore
  })

  test('names the codes of each status, whose bodies are all of the one problem', () => {
    const refused = (status: string) => created?.responses?.[status]
    expect(refused('429')['x-codes']).toEqual(['limit-reached', 'rate-limited'])
    expect(refused('409')['x-codes']).toEqual(['idempotency-in-progress'])
    expect(refused('422')['x-codes']).toEqual(['idempotency-key-reused'])
    for (const status of ['400', '404', '429', '503'])
      expect(refused(status).content['application/problem+json'].schema).toEqual({
        $ref: '#/components/schemas/Problem',
      })
  })

  test('describes ids as UUIDs, the Idempotency-Key of a POST, and the media types of its body', () => {
    expect(created?.parameters).toEqual([
      expect.objectContaining({
        in: 'path',
        name: 'id',
        required: true,
        schema: expect.objectContaining({ type: 'string', format: 'uuid' }),
      }),
      expect.objectContaining({ in: 'header', name: 'Idempotency-Key' }),
    ])
    expect(JSON.stringify(document.paths?.['/button'])).not.toContain('Idempotency')
    expect(created?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': {} },
      description: 'Taken as `application/note+json` too.',
    })
  })

  test('describes the headers of every answer', () => {
    const headers = (status: string) => Object.keys(created?.responses?.[status].headers)
    const rate = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
    expect(headers('201')).toEqual(['Request-Id', ...rate, 'Idempotent-Replayed'])
    expect(headers('401')).toEqual(['Request-Id', 'WWW-Authenticate'])
    expect(headers('429')).toEqual(['Request-Id', ...rate, 'Retry-After'])
    expect(headers('503')).toContain('Retry-After')
  })

  test('says which operations need a credential, and which scope', () => {
    expect(created?.security).toEqual([{ bearer: ['transactions:write'] }])
    expect(document.paths?.['/button']?.post?.security).toEqual([])
    expect(document.paths?.['/v1/notes']?.get?.description).toContain('`audit:read`')
  })

  test('shows both media types where a status is a reply and a problem', () => {
    const content = document.paths?.['/readyz']?.get?.responses?.['503'].content
    expect(Object.keys(content)).toEqual(['application/json', 'application/problem+json'])
  })
})

describe('the docs', () => {
  test.for(['GET', 'HEAD'])('are where %s / leads', async (method) => {
    const { app } = await referenceApp()
    const answer = await app.request('/', { method })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs'])
    expect(await answer.text()).toBe('')
  })

  test('have styles of their own let in by each page, and nothing that runs', async () => {
    const { app } = await referenceApp()
    for (const path of ['/', '/problems/not-found']) {
      const answer = await app.request(path, { headers: { accept: 'text/html' } })
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('<style>'),
      ])
      expect(policy).toContain("style-src 'unsafe-inline'")
      for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part)
      expect(policy).not.toContain('script-src')
    }
  })

  test.for(['/openapi.json', '/docs/scalar/standalone.esm.js'])(
    'send %s in a coding that is taken, and once to whoever names what came',
    async (path) => {
      const { app } = await referenceApp()
      const read = (headers: Record<string, string>) => app.request(path, { headers })
      const whole = await read({})
      const small = await read({ 'accept-encoding': 'gzip;q=0, br' })
      expect(small.headers.get('content-encoding')).toBe('br')
      expect(small.headers.get('vary')).toBe('accept-encoding')
      const [first, etag] = [whole, small].map(({ headers }) => headers.get('etag') ?? '')
      expect(etag).not.toBe(first)
      const again = await read({ 'accept-encoding': 'br', 'if-none-match': etag ?? '' })
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
      expect((await read({ 'if-none-match': etag ?? '' })).status).toBe(200)
    },
  )

  test('load their script from here, by version, and let no other origin in', async () => {
    const { app } = await referenceApp()
    const answer = await app.request('/docs')
    const page = await answer.text()
    const script = /<script type="module" src="([^"]+)">/.exec(page)?.[1] ?? ''
    expect(script).toMatch(/^\/docs\/scalar\/standalone\.esm\.js\?v=\d+\.\d+\.\d+$/)
    expect(page).not.toMatch(/https?:/)
    expect(page).toContain('&quot;withDefaultFonts&quot;:false')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/https?:|\*/)
    const file = await app.request(script)
    expect(file.headers.get('content-type')).toContain('text/javascript')
    expect(file.headers.get('cache-control')).toContain('immutable')
    const [, chunk = ''] = /from"\.(\/chunks\/[^"]+)"/.exec(await file.text()) ?? []
    expect((await app.request(`/docs/scalar${chunk}`)).status).toBe(200)
    expect((await app.request('/docs/scalar/chunks/package.json')).status).toBe(404)
  })
})

describe('what a problem means', () => {
  test.for(Object.keys(errors) as ErrorCode[])('is told in prose for %s', async (code) => {
    const { app } = await referenceApp()
    const answer = await app.request(`/problems/${code}`, { headers: { accept: 'text/html' } })
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).toContain(`<h1>${errors[code].title}</h1>`)
  })

  test('is told as JSON where JSON is asked for', async () => {
    const { app } = await referenceApp()
    const answer = await app.request('/problems/expired', {
      headers: { accept: 'application/json' },
    })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({
      type: '/problems/expired',
      code: 'expired',
      ...errors.expired,
    })
  })

  test.for(['nothing', 'toString', '__proto__', '%3Cscript%3E'])('is 404 for %s', async (code) => {
    const { app } = await referenceApp()
    expect((await app.request(`/problems/${code}`)).status).toBe(404)
  })
})

describe('the guide', () => {
  test('shows each text as a page that needs no script, with the way to the others', async () => {
    const { app } = await referenceApp()
    const answer = await app.request('/docs/guide/rules')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    const html = await answer.text()
    expect(html).toContain('<td><code>…0001</code></td><td>arrives</td>')
    expect(html).toContain('<a href="/docs/guide/sandbox">The sandbox</a>')
    expect(html).not.toContain('<script')
  })

  test('has no page of another name', async () => {
    const { app } = await referenceApp()
    expect((await app.request('/docs/guide/else')).status).toBe(404)
  })
})
