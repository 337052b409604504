import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type ErrorCode, errors, Problem } from '#src/platform/errors.ts'
import { refuse, reply } from '#src/platform/http/reply.ts'
import { transportHeaders } from '#src/platform/http/response.ts'
import { createNote, notePath, post, problem, tinyApp } from './tiny-app.ts'

const requestId = '0e9f5a2c-1d3b-4c6f-8a7e-5b2d9c4f1a30'
const note = post('{"text":"a"}')

describe('a reply', () => {
  test('has the status, the body and the headers that the handler gave', async () => {
    const { app } = await tinyApp({
      onNote: async () => reply(201, { text: 'b' }, { Location: '/notes/1', 'Cache-Control': 'x' }),
    })
    const answer = await app.request(notePath, note)
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ text: 'b' })
    expect(answer.headers.get('location')).toBe('/notes/1')
    expect(answer.headers.get('cache-control')).toBe('x')
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  test('without a body is empty and has no media type', async () => {
    const { app } = await tinyApp({ onNote: async () => reply(204) })
    const answer = await app.request(notePath, note)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(answer.headers.get('content-type')).toBeNull()
  })

  test('of another media type is sent as the text that it is', async () => {
    const { app } = await tinyApp()
    const answer = await app.request('/button', { method: 'POST' })
    expect(await answer.text()).toBe('<p>pushed')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  test('that its route does not declare is an internal error where replies are checked', async () => {
    const extra = { text: 'a', more: 1 }
    const { app, lines } = await tinyApp({ onNote: async () => reply(201, extra) })
    expect((await app.request(notePath, note)).status).toBe(500)
    expect(lines[0]).toMatchObject({ code: 'internal', error: { name: 'Error' } })
    const unchecked = await tinyApp({ onNote: async () => reply(201, extra), checkReplies: false })
    expect((await unchecked.app.request(notePath, note)).status).toBe(201)
  })

  test('carries the security headers, the request id and where the tenant stands', async () => {
    const { app } = await tinyApp()
    const { headers } = await app.request(notePath, note)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'ratelimit-limit': '9',
      'ratelimit-remaining': '8',
      'ratelimit-reset': '1',
    })
  })
})

test('where the public address is https every answer says so, refusals too, and else none', async () => {
  const asked = async (publicBaseUrl: string) => {
    const { app } = await tinyApp({ headers: transportHeaders(publicBaseUrl) })
    const answers = await Promise.all([
      app.request(notePath, note),
      app.request(notePath, post('{')),
      app.request('/nowhere'),
    ])
    return answers.map(({ status, headers }) => [status, headers.get('strict-transport-security')])
  }
  const said = 'max-age=31536000; includeSubDomains'
  expect(await asked('https://id.example')).toEqual([
    [201, said],
    [400, said],
    [404, said],
  ])
  expect((await asked('http://127.0.0.1:3000')).map(([, one]) => one)).toEqual([null, null, null])
})

describe('a refusal', () => {
  test('becomes a problem document with all its members, those of RFC 9457 first', async () => {
    const { app } = await tinyApp({
      onNote: async () =>
        refuse('limit-reached', {
          detail: 'Three in an hour.',
          retryAfterSeconds: 30.2,
          extra: { checksLeft: 2, status: 1 },
          headers: { 'Idempotent-Replayed': 'true' },
        }),
    })
    const answer = await app.request(notePath, post('{"text":"a"}', { 'request-id': requestId }))
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('retry-after')).toBe('31')
    expect(answer.headers.get('idempotent-replayed')).toBe('true')
    expect(answer.headers.get('ratelimit-remaining')).toBe('8')
    const text = await answer.text()
    expect(text).toMatch(
      /^{"type":.*"title":.*"status":.*"code":.*"detail":.*"requestId":.*"checksLeft":2}$/,
    )
    expect(JSON.parse(text)).toEqual({
      type: '/problems/limit-reached',
      title: errors['limit-reached'].title,
      status: 429,
      code: 'limit-reached',
      detail: 'Three in an hour.',
      requestId,
      checksLeft: 2,
    })
  })

  test.for(Object.keys(errors) as ErrorCode[])(
    'thrown as %s has the status of its code',
    async (code) => {
      const { app } = await tinyApp({
        checkReplies: false,
        onNote: async () => {
          throw new Problem(code, { reason: 'inner-reason' })
        },
      })
      const answer = await app.request(notePath, note)
      const text = await answer.clone().text()
      expect(answer.status).toBe(errors[code].status)
      expect(await problem(answer)).toMatchObject({ code, status: errors[code].status })
      expect(text).not.toContain('inner-reason')
    },
  )

  test('that its operation does not document is an internal error where replies are checked', async () => {
    const { app, lines } = await tinyApp({
      onNote: async () => {
        throw new Problem('expired')
      },
    })
    expect((await app.request(notePath, note)).status).toBe(500)
    expect(lines[0]).toMatchObject({ reason: 'undeclared-problem expired' })
  })
})

describe('an error that nobody foresaw', () => {
  const secret = 'maria@example.com'
  const failing = (error: unknown) =>
    tinyApp({
      onNote: async () => {
        throw error
      },
    })

  test('is 500 with nothing of the error in the answer, nor its message in the log', async () => {
    const error = new TypeError(`no such person:\n    at ${secret}:1:1`, {
      cause: new Error(secret),
    })
    const { app, lines } = await failing(error)
    const answer = await app.request(notePath, note)
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain(secret)
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(lines[0]).toMatchObject({
      level: 50,
      code: 'internal',
      error: {
        name: 'TypeError',
        frames: expect.arrayContaining([expect.stringContaining('at ')]),
      },
    })
  })

  test.for([
    ['ECONNREFUSED', 503],
    ['CONNECTION_CLOSED', 503],
    ['CONNECT_TIMEOUT', 503],
    ['57P01', 503],
    ['53300', 503],
    ['53100', 503],
    ['57014', 503],
    ['40P01', 503],
    ['55P03', 503],
    ['25006', 503],
    ['23505', 500],
  ] as const)('of Postgres with code %s, wrapped by drizzle, is %i', async ([code, status]) => {
    const inner = Object.assign(new Error(secret), { code })
    const { app, lines } = await failing(new DrizzleQueryError('select 1', [secret], inner))
    const answer = await app.request(notePath, note)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null)
    expect(await answer.text()).not.toContain(secret)
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(lines[0]).toMatchObject({ error: { cause: { code } } })
  })

  test('that is no Error at all is 500 too', async () => {
    const { app } = await failing(secret)
    expect((await app.request(notePath, note)).status).toBe(500)
  })
})

describe('addresses', () => {
  test('answer alike with and without a slash at the end, and in all their spellings', async () => {
    const { app } = await tinyApp()
    const spellings = [notePath, `${notePath}/`, notePath.slice(3), `${notePath.slice(3)}/`]
    for (const path of spellings) expect((await app.request(path, note)).status).toBe(201)
  })

  test('answer 405 with Allow to a method that they do not take', async () => {
    const { app } = await tinyApp()
    for (const [path, method, allow] of [
      [notePath, 'GET', 'POST'],
      [notePath, 'HEAD', 'POST'],
      [`${notePath}/`, 'DELETE', 'POST'],
      ['/v1/notes', 'POST', 'GET, HEAD'],
      ['/v1/notes', 'OPTIONS', 'GET, HEAD'],
    ] as const) {
      const answer = await app.request(path, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    }
  })

  test('answer HEAD as GET, without the body', async () => {
    const { app } = await tinyApp()
    const init = { method: 'HEAD', headers: { authorization: 'Bearer all' } }
    const answer = await app.request('/v1/notes', init)
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  test('that are unknown answer a problem, never their own text', async () => {
    const { app, lines } = await tinyApp()
    const answer = await app.request('/v1/people/maria%40example.com?phone=11987654321')
    const text = await answer.clone().text()
    expect(await problem(answer)).toMatchObject({ code: 'no-such-path', status: 404 })
    expect(text + JSON.stringify(lines)).not.toMatch(/maria|11987654321/)
  })

  test('hand ids to the handler in lower case, so that one id names one thing', async () => {
    const seen: string[] = []
    const { app } = await tinyApp({
      onNote: async ({ request }) => {
        seen.push(request.param.id)
        return reply(204)
      },
    })
    await app.request(`/v1/notes/${notePath.slice(10).toUpperCase()}`, note)
    expect(seen).toEqual([notePath.slice(10)])
  })
})

describe('a POST without a bearer', () => {
  test.for([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
  ] as const)('of a page that is %s: %s', async ([site, status]) => {
    const { app } = await tinyApp()
    const answer = await app.request('/button', {
      method: 'POST',
      headers: { 'sec-fetch-site': site },
    })
    expect(answer.status).toBe(status)
    expect((await answer.text()).includes('cross-site')).toBe(status === 403)
  })

  test('of a server or an old browser says nothing of it, and one with a bearer is not asked', async () => {
    const { app } = await tinyApp()
    expect((await app.request('/button', { method: 'POST' })).status).toBe(200)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await app.request(notePath, post('{"text":"a"}', headers))).status).toBe(201)
  })
})

describe('the log', () => {
  test('has one line per request: the template of the route, never its address', async () => {
    const { app, lines } = await tinyApp()
    await app.request(`${notePath}?email=maria@example.com`, note)
    expect(lines).toEqual([
      expect.objectContaining({
        method: 'POST',
        route: createNote.paths[0],
        status: 201,
        tenant: 'acme',
        requestId: expect.any(String),
        ms: expect.any(Number),
      }),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/maria|7b9f9f8e/)
  })

  test('has the code and the internal reason of a refusal', async () => {
    const { app, lines } = await tinyApp()
    await app.request('/v1/notes/1', note)
    expect(lines[0]).toMatchObject({ status: 404, code: 'not-found', reason: 'malformed-path' })
  })

  test.for([
    [requestId, true],
    [requestId.toUpperCase(), true],
    ['01J9ZK4V6Q8W3R5T7Y2X1C0BNM', true],
    ['4bf92f3577b34da6a3ce929d0e0e4736', true],
    ['00f067aa0ba902b7', true],
    ['529.982.247-25', false],
    ['52998224725', false],
    ['+5511987654321', false],
    ['maria-silva', false],
    ['81J9ZK4V6Q8W3R5T7Y2X1C0BNM', false],
    [`${requestId}0`, false],
    ['x'.repeat(32), false],
    ['a b', false],
    ['é', false],
  ] as const)('takes the Request-Id %s of a client: %s', async ([sent, taken]) => {
    const { app, lines } = await tinyApp()
    const answer = await app.request('/nothing', { headers: { 'request-id': sent } })
    const used = answer.headers.get('request-id')
    expect(used === sent).toBe(taken)
    expect((await problem(answer)).requestId).toBe(used)
    expect(lines[0]).toMatchObject({ requestId: used })
    expect(JSON.stringify([...answer.headers, ...lines]).includes(sent)).toBe(taken)
  })
})

test('requests are counted by method, route and status, and their addresses nowhere', async () => {
  const { app, metrics } = await tinyApp()
  await app.request(notePath, note)
  await app.request('/secret')
  const text = await metrics.registry.metrics()
  const labels = 'method="POST",route="/v1/notes/{id}",status="201"'
  expect(text).toContain(`atesta_http_request_duration_seconds_count{${labels}} 1`)
  expect(text).toContain('route="unmatched",status="404"')
  expect(text).not.toContain('secret')
})
