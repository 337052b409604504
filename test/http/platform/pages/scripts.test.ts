// The scripts that all pages share: where the token goes, and how requests end.
import { afterEach, describe, expect, test, vi } from 'vitest'

const folder = new URL('../../../../src/platform/pages/', import.meta.url)

type TokenModule = {
  takeFragment(): { token: string | undefined; rest: URLSearchParams }
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
    const { token, rest } = tokens.takeFragment()
    expect(token).toBe(jwt)
    expect([...rest]).toEqual([['transaction', '019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35']])
    // What else it names stays, so that the page can be loaded anew.
    expect(bar.address).toBe('/sandbox#transaction=019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35')
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

/** Stands for the service; returns what is asked of it, as it comes. What asks others in this process asks them. */
function answerWith(answer: () => Response) {
  const sent: { path: string; headers: Headers }[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!String(path).startsWith('/')) return fetch(path, init)
    sent.push({ path, headers: new Headers(init.headers) })
    return answer()
  })
  return sent
}
