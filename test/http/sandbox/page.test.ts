import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openApiDocument } from '#src/http/openapi/document.ts'
import { sandboxPageRoutes } from '#src/sandbox/page-routes.ts'
import { problem, tinyApp } from '../tiny-app.ts'

const routes = sandboxPageRoutes()
const addresses = routes.flatMap(({ route }) => route.paths)
const folder = new URL('../../../src/sandbox/page/', import.meta.url)

const { app } = await tinyApp({
  routes,
  authenticate: () => {
    throw new Error('the page asks for no credential')
  },
})
const read = async (address: string) => (await app.request(address)).text()

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  '/sandbox': 'text/html; charset=utf-8',
}

describe('the files of the sandbox page', () => {
  test.each(addresses)(
    '%s is served without a credential, under the type of its kind',
    async (address) => {
      const answer = await app.request(address)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(types[address.split('.').at(-1) ?? ''])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await answer.text()).not.toBe('')
    },
  )

  test.each(addresses)('HEAD of %s answers as GET does, without a body', async (address) => {
    const [got, head] = await Promise.all([
      app.request(address),
      app.request(address, { method: 'HEAD' }),
    ])
    const headers = ({ headers: all }: Response) =>
      [...all].filter(([name]) => name !== 'request-id')
    expect(head.status).toBe(200)
    expect(headers(head)).toEqual(headers(got))
    expect(await head.text()).toBe('')
  })

  test('nothing else of the folder is served, and nothing beside it', async () => {
    const others = ['tsconfig.json', 'sandbox.html', '..%2Fschema.ts', '%2e%2e/store.ts', 'none.js']
    for (const name of others) {
      const answer = await app.request(`/sandbox/${name}`)
      expect([name, answer.status]).toEqual([name, 404])
      expect((await problem(answer)).code).toBe('not-found')
    }
  })

  test('every style and script of the folder is served, so none is forgotten when one is added', () => {
    const files = readdirSync(folder).filter((name) => /\.(css|js)$/.test(name))
    const served = addresses.filter((address) => address !== '/sandbox')
    expect(served.toSorted()).toEqual(files.map((name) => `/sandbox/${name}`).toSorted())
  })

  test('another method is refused and told which ones are taken', async () => {
    const answer = await app.request('/sandbox', { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('the slash at the end changes nothing', async () => {
    expect(await read('/sandbox/')).toBe(await read('/sandbox'))
  })

  test('they stand in no OpenAPI document', () => {
    const document = openApiDocument(routes.map(({ route }) => route))
    expect(Object.keys(document.paths ?? {})).toEqual([])
  })
})

describe('what the page may do', () => {
  test.each(addresses)('%s lets nothing in but our own files and this service', async (address) => {
    const { headers } = await app.request(address)
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  test('the markup loads only what is served, and has neither inline script nor inline style', async () => {
    const page = await read('/sandbox')
    const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
    expect(
      loaded.filter((address) => address !== 'data:,' && !addresses.includes(address ?? '')),
    ).toEqual([])
    expect(page).toContain('<html lang="en">')
    expect(page).not.toMatch(/<style|style="|\son\w+=|<script(?![^>]*\ssrc=)/)
  })

  test('a script imports only what is served', async () => {
    for (const address of addresses.filter((one) => one.endsWith('.js'))) {
      const imports = [...(await read(address)).matchAll(/^import .* from '\.(\/[^']+)'/gm)]
      const missing = imports.filter(([, name]) => !addresses.includes(`/sandbox${name}`))
      expect(missing.map(([line]) => line)).toEqual([])
    }
  })

  test('no script makes markup out of text', async () => {
    const scripts = await Promise.all(addresses.filter((one) => one.endsWith('.js')).map(read))
    const sinks =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function/
    expect(scripts.filter((script) => sinks.test(script))).toEqual([])
  })
})

type TokenModule = {
  takeFragment(): { token: string | undefined; transaction: string | undefined }
  readToken(pasted: string): string | undefined
  readTenant(token: string): string | undefined
}
type Client = {
  read(path: string): Promise<unknown>
  send(path: string, body: object): Promise<unknown>
}
type ApiModule = { connect(token: string): Client }

// Scripts of the browser: the compiler checks them by the page's own tsconfig.json.
const tokens: TokenModule = await import(new URL('token.js', folder).href)
const api: ApiModule = await import(new URL('api.js', folder).href)

describe('the token', () => {
  const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJ0ZW5hbnQiOiJkZW1vIn0.c2lnbmF0dXJl'
  afterEach(() => void vi.unstubAllGlobals())

  /** Opens the page under an address; returns what is in the address bar afterwards. */
  function openAt(hash: string, search = '') {
    const bar = { address: `/sandbox${search}${hash}` }
    vi.stubGlobal('location', { hash, search, pathname: '/sandbox' })
    vi.stubGlobal('history', {
      replaceState: (_state: unknown, _title: string, address: string) => (bar.address = address),
    })
    return bar
  }

  test('is taken out of the fragment, and no address holds it any more', () => {
    const bar = openAt(`#token=${jwt}&transaction=019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35`)
    expect(tokens.takeFragment()).toEqual({
      token: jwt,
      transaction: '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
    })
    expect(bar.address).toBe('/sandbox')
  })

  test('is never taken from the query', () => {
    openAt('', `?token=${jwt}`)
    expect(tokens.takeFragment().token).toBeUndefined()
  })

  test('is cleared from the address even when it is none', () => {
    const bar = openAt('#token=half.token')
    expect(tokens.takeFragment().token).toBeUndefined()
    expect(bar.address).toBe('/sandbox')
  })

  test.each([
    ['as it is', jwt, jwt],
    ['with blanks around it', `\n ${jwt}\n`, jwt],
    ['with its scheme', `Bearer ${jwt}`, jwt],
    ['a sentence', 'not a token', undefined],
    ['two parts', 'a.b', undefined],
    ['nothing', '', undefined],
    ['with a line break inside', jwt.replace('.', '.\n'), undefined],
  ])('is read from what was pasted: %s', (_case, pasted, expected) => {
    expect(tokens.readToken(pasted)).toBe(expected)
  })

  test('tells the tenant to be shown, or nothing when it is not readable', () => {
    expect(tokens.readTenant(jwt)).toBe('demo')
    expect(tokens.readTenant('a.b.c')).toBeUndefined()
  })

  test('goes into a header alone: every requested address is made of ids', async () => {
    const sent = answerWith(() => new Response('[]'))
    const client = api.connect(jwt)
    await client.read('/v1/sandbox/messages')
    await client.send('/v1/sandbox/messages/1/reply', { option: 1 })
    expect(sent.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
      ['/v1/sandbox/messages', `Bearer ${jwt}`],
      ['/v1/sandbox/messages/1/reply', `Bearer ${jwt}`],
    ])
  })
})

describe('what the page makes of an answer', () => {
  afterEach(() => void vi.unstubAllGlobals())
  const client = api.connect('a.b.c')
  const refusal = (status: number, body: string, headers = {}) =>
    new Response(body, { status, headers })

  test('a problem is its title, with the first fault and the seconds to wait', async () => {
    const errors = [{ pointer: '#/advance', code: 'format', detail: 'must be a duration' }]
    answerWith(() => refusal(429, JSON.stringify({ title: 'No', errors }), { 'retry-after': '7' }))
    expect(await client.read('/v1/sandbox/messages')).toEqual({
      kind: 'problem',
      status: 429,
      title: 'No: must be a duration',
      waitSeconds: 7,
    })
  })

  test('an answer in words of something in between is its status', async () => {
    answerWith(() => refusal(502, '<h1>Bad gateway</h1>'))
    expect(await client.read('/v1/sandbox/messages')).toMatchObject({ title: 'Status 502' })
  })

  test('no answer is no connection', async () => {
    answerWith(() => {
      throw new TypeError('failed to fetch')
    })
    expect(await client.read('/v1/sandbox/messages')).toEqual({ kind: 'offline' })
  })

  test('an empty answer is a success', async () => {
    answerWith(() => new Response(null, { status: 202 }))
    expect(await client.send('/reply', {})).toMatchObject({ kind: 'ok' })
  })

  test('what could not be answered now is sent again with its key, so that it is done once', async () => {
    let left = 1
    const sent = answerWith(() => (left-- > 0 ? refusal(503, '{}') : new Response('{}')))
    expect(await client.send('/clock', { advance: 'PT1M' })).toMatchObject({ kind: 'ok' })
    await client.send('/clock', { advance: 'PT1M' })
    const [first, again, other] = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[\w-]{8,255}$/)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  test('a refusal is not sent again', async () => {
    const sent = answerWith(() => refusal(409, '{}'))
    await client.send('/reply', { option: 1 })
    expect(sent).toHaveLength(1)
  })
})

/** Stands for the service; returns what is asked of it, as it comes. */
function answerWith(answer: () => Response) {
  const sent: { path: string; headers: Headers }[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    sent.push({ path, headers: new Headers(headers) })
    return answer()
  })
  return sent
}
