import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { reply } from '#src/platform/http/reply.ts'
import { bodyLimits } from '#src/platform/http/request/body-budget.ts'
import { notePath, post, problem, tinyApp } from './tiny-app.ts'

const bytes = (...values: number[]) => new Uint8Array(values)
const nested = (depth: number) => `{"text":"a","x":${'['.repeat(depth)}${']'.repeat(depth)}}`

/** The faults of an answer, as `code pointer`. */
async function faultsOf(body: Parameters<typeof post>[0], headers?: Record<string, string>) {
  const { app } = await tinyApp()
  const answer = await app.request(notePath, post(body, headers))
  if (answer.status < 400) return answer.status
  const { status, errors = [] } = await problem(answer)
  expect(status).toBe(400)
  return errors.map(({ code, pointer }) => `${code} ${pointer}`)
}

describe('a body that is not sound JSON', () => {
  test.for([
    ['text', 'not json'],
    ['half of an object', '{"text":'],
    ['two values', '{"text":"a"}{}'],
    ['a comment', '{"text":"a" /* b */}'],
    ['NaN', '{"size":NaN}'],
    ['a raw NUL', '{"text":"\0"}'],
  ] as const)('%s is refused as a whole', async ([, body]) => {
    expect(await faultsOf(body)).toEqual(['not-json #'])
  })

  test('is needed where it is not optional: none at all is `required`', async () => {
    const { app } = await tinyApp()
    expect((await problem(await app.request(notePath, post('')))).errors).toEqual([
      { pointer: '#', code: 'required', detail: 'a body is needed' },
    ])
  })

  test('of bytes that are not UTF-8 is refused as a whole', async () => {
    expect(await faultsOf(bytes(0x22, 0xc3, 0x28, 0x22))).toEqual(['unicode #'])
    expect(await faultsOf(bytes(0x22, 0xed, 0xa0, 0x80, 0x22))).toEqual(['unicode #'])
  })

  test.for([
    ['{"text":"a\\u0000"}', '#/text'],
    ['{"text":"a","other":["b",{"Maria Silva":"\\u0000"}]}', '#'],
    ['{"text":"a","tags":["b","\\ud800"]}', '#/tags/1'],
    ['{"text":"a","labels":{"Maria Silva":"\\udc00\\ud800"}}', '#/labels'],
    ['{"text":"a","inner":{"k\\u0000":1}}', '#/inner'],
    ['{"text":"a","inner":{"a/b":[{"k\\udfff":{}}]}}', '#/inner/a~1b/0'],
    ['{"\\u0000":1}', '#'],
    ['"\\ud800"', '#'],
  ] as const)('%s points at the text that cannot be stored', async ([body, pointer]) => {
    expect(await faultsOf(body)).toEqual([`unicode ${pointer}`])
  })

  test('with a whole surrogate pair is taken', async () => {
    expect(await faultsOf('{"text":"\\ud83d\\ude00"}')).toBe(201)
  })

  test('is taken 64 levels deep, and refused at 65 and at 10 000', async () => {
    expect(await faultsOf(nested(63))).toBe(201)
    expect(await faultsOf(nested(64))).toEqual(['too-deep #'])
    expect(await faultsOf(nested(10_000))).toEqual(['too-deep #'])
    expect(await faultsOf('['.repeat(10_000))).toEqual(['not-json #'])
    expect(await faultsOf(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toHaveLength(1)
  })

  test('of very many values is refused without looking at each', async () => {
    expect(await faultsOf(`{"text":"a","tags":[${'1,'.repeat(400_000)}1]}`)).toEqual(['too-many #'])
  })
})

describe('a body that breaks its schema', () => {
  test.for([
    ['null', ['type #']],
    ['[]', ['type #']],
    ['1e400', ['type #']],
    ['{}', ['required #/text']],
    ['{"text":null}', ['type #/text']],
    ['{"text":1,"size":"2"}', ['type #/text', 'type #/size']],
    ['{"text":"12345678901"}', ['too-long #/text']],
    ['{"text":"a","size":1.5}', ['type #/size']],
    ['{"text":"a","size":-1}', ['too-small #/size']],
    ['{"text":"a","size":9007199254740993}', ['too-big #/size']],
    ['{"text":"a","size":1e400}', ['type #/size']],
    ['{"text":"a","kind":"odd"}', ['not-allowed #/kind']],
    ['{"text":"a","tags":["a","b","c","d"]}', ['too-many #/tags']],
    ['{"text":"a","tags":["a",2]}', ['type #/tags/1']],
    ['{"text":"a","labels":{"abcdef":"b"}}', ['too-long #/labels']],
    ['{"text":"a","labels":{"abc":2}}', ['type #/labels']],
    ['{"text":"a","at":"2026-02-30"}', ['format #/at']],
    ['{"text":"a","at":"0000-00-00"}', ['format #/at']],
    ['{"text":"a","inner":{"a/b":[{}]}}', ['required #/inner/a~1b/0/c~0d']],
    ['{"text":"a","shape":{"form":"oval"}}', ['type #/shape/form']],
    ['{"text":"a","shape":{"form":"round"}}', ['required #/shape/radius']],
    ['{"text":"a","either":1}', ['type #/either']],
    ['{"text":"a","either":{"left":1}}', ['type #/either/left']],
    ['{"text":"a","even":3}', ['not-allowed #/even']],
    ['{"text":"a","unknown":{"anything":[1,null]}}', 201],
    ['{"text":"a","__proto__":{"size":"x"}}', 201],
  ] as const)('%s: %s', async ([body, faults]) => {
    expect(await faultsOf(body)).toEqual(faults)
  })

  test('is answered without any value that was sent', async () => {
    const { app } = await tinyApp()
    const sent =
      '{"text":"maria-de-souza","size":"11987654321","kind":"m@e.br","labels":{"52998224725":"x"}}'
    const text = await (await app.request(notePath, post(sent))).text()
    expect(text).not.toMatch(/maria|11987654321|m@e|52998224725/)
    expect(text).toContain('must be one of: plain, rich')
  })

  test('is answered with at most 100 faults', async () => {
    const inner = { 'a/b': Array.from({ length: 200 }, () => ({})) }
    expect(await faultsOf(JSON.stringify({ text: 'a', inner }))).toHaveLength(100)
  })

  test('points above a client’s own keys, once for all of them', async () => {
    const labels = { Maria: 1, Ana: 2, 'x~y/z': 3 }
    expect(await faultsOf(JSON.stringify({ text: 'a', labels }))).toEqual(['type #/labels'])
  })
})

describe('the media type of a body', () => {
  test.for([
    ['application/json', 201],
    ['Application/JSON; charset=UTF-8', 201],
    ['application/json; charset="utf-8"', 201],
    ['application/note+json', 201],
    ['application/json; charset=iso-8859-1', 415],
    ['application/json-patch+json', 415],
    ['application/problem+json', 415],
    ['text/json', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=a', 415],
    ['', 415],
  ] as const)('%s answers %i', async ([type, status]) => {
    const { app } = await tinyApp()
    const answer = await app.request(notePath, post('{"text":"a"}', { 'content-type': type }))
    expect(answer.status).toBe(status)
  })

  test('may be left out with the body where the body is optional, and only there', async () => {
    const { app } = await tinyApp()
    expect((await app.request('/photo', { method: 'PUT' })).status).toBe(200)
    expect((await app.request(notePath, { method: 'POST' })).status).toBe(415)
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'x',
    ]) {
      const typed = { method: 'PUT', headers: { 'content-type': type }, body: '' }
      expect([type, (await app.request('/photo', typed)).status]).toEqual([type, 200])
      expect((await app.request('/photo', { ...typed, body: 'a' })).status).toBe(
        type === 'application/json' ? 400 : 415,
      )
    }
  })
})

describe('the encoding of a body', () => {
  const send = async (body: string | Uint8Array<ArrayBuffer>, coding: string) => {
    const { app } = await tinyApp()
    return app.request(notePath, post(body, { 'content-encoding': coding }))
  }

  test.for(['gzip', 'GZIP', 'br', 'identity, gzip', 'nonsense'])(
    '%s is 415, whether the bytes are so or plain',
    async (coding) => {
      for (const body of ['{"text":"a"}', new Uint8Array(gzipSync('{"text":"a"}'))]) {
        const answer = await send(body, coding)
        expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity'])
        expect(await problem(answer)).toMatchObject({
          code: 'unsupported-media-type',
          detail: 'The body must come without a Content-Encoding.',
        })
      }
    },
  )

  test.for(['identity', 'Identity', ''])('%j is none', async (coding) => {
    expect((await send('{"text":"a"}', coding)).status).toBe(201)
  })

  test('does not matter where no body is declared, or none is sent', async () => {
    const { app } = await tinyApp()
    const headers = { 'content-encoding': 'gzip' }
    expect((await app.request('/button', { method: 'POST', body: 'x', headers })).status).toBe(200)
    expect((await app.request('/photo', { method: 'PUT', headers })).status).toBe(200)
  })
})

describe('the size of a body', () => {
  const stream = (size: number) => {
    const chunk = new Uint8Array(65_536).fill(0x20)
    let left = size
    const pulled = { bytes: 0 }
    const body = new ReadableStream({
      pull(controller) {
        if (left <= 0) return controller.close()
        pulled.bytes += Math.min(left, chunk.length)
        controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)))
        left -= chunk.length
      },
    })
    return { body, pulled }
  }

  test('of exactly 1 MiB is taken, one byte more is not', async () => {
    const { app } = await tinyApp()
    const body = '{"text":"a"}'.padEnd(bodyLimits.json)
    expect((await app.request(notePath, post(body))).status).toBe(201)
    expect((await app.request(notePath, post(`${body} `))).status).toBe(413)
  })

  test('is believed when declared: nothing is read of a body that says it is too large', async () => {
    const { app } = await tinyApp()
    const { body, pulled } = stream(100)
    const headers = { 'content-length': String(bodyLimits.json + 1) }
    expect((await app.request(notePath, post(body, headers))).status).toBe(413)
    expect(pulled.bytes).toBeLessThanOrEqual(65_536)
  })

  test('is counted while it streams, and reading ends at the limit', async () => {
    const { app } = await tinyApp()
    const { body, pulled } = stream(50 * bodyLimits.json)
    expect((await app.request(notePath, post(body))).status).toBe(413)
    expect(pulled.bytes).toBeLessThan(bodyLimits.json + 4 * 65_536)
  })

  test('counts for a POST that takes no body as well', async () => {
    const { app } = await tinyApp()
    expect((await app.request('/button', post(stream(200).body))).status).toBe(200)
    expect((await app.request('/button', post(stream(2 * bodyLimits.json).body))).status).toBe(413)
  })

  test('may be 25 MiB where images are taken', async () => {
    const { app } = await tinyApp()
    const body = JSON.stringify({ photo: 'x'.repeat(5 * bodyLimits.json) })
    const answer = await app.request('/photo', { ...post(body), method: 'PUT' })
    expect(await answer.json()).toEqual({ size: 5 * bodyLimits.json })
    const large = post('x', { 'content-length': String(bodyLimits.images + 1) })
    expect((await app.request('/photo', { ...large, method: 'PUT' })).status).toBe(413)
  })

  test('does not matter when the client breaks off: 400, not an internal error', async () => {
    const { app } = await tinyApp()
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
    expect((await app.request(notePath, post(body))).status).toBe(400)
  })
})

describe('a form', () => {
  const put = (form: FormData | string, headers = {}) => ({ method: 'PUT', body: form, headers })

  test('brings files and fields', async () => {
    const { app } = await tinyApp()
    const form = new FormData()
    form.set('photo', new File(['12345'], 'a.jpg', { type: 'image/jpeg' }))
    expect(await (await app.request('/photo', put(form))).json()).toEqual({ size: 5 })
  })

  test('that is malformed, lacks a field or holds a NUL is 400', async () => {
    const { app } = await tinyApp()
    const type = { 'content-type': 'multipart/form-data; boundary=a' }
    expect((await app.request('/photo', put('nonsense', type))).status).toBe(400)
    const form = new FormData()
    form.set('caption', 'a\0b')
    expect((await problem(await app.request('/photo', put(form)))).errors).toEqual([
      { pointer: '#/caption', code: 'unicode', detail: 'has a NUL' },
    ])
    form.set('caption', 'a')
    expect((await problem(await app.request('/photo', put(form)))).errors).toMatchObject([
      { pointer: '#/photo', code: 'required' },
    ])
  })
})

describe('query and headers', () => {
  const get = async (path: string, headers = {}) => {
    const { app } = await tinyApp()
    const answer = await app.request(path, { headers: { authorization: 'Bearer all', ...headers } })
    if (answer.status === 200) return 200
    return (await problem(answer)).errors?.map(({ code, pointer }) => `${code} ${pointer}`)
  }

  test('are checked with pointers of their own', async () => {
    expect(await get('/v1/notes?max=2&other=x', { prefer: 'wait=3' })).toBe(200)
    expect(await get('/v1/notes?max=x')).toEqual(['type query#/max'])
    expect(await get('/v1/notes?kind=a&kind=b')).toEqual(['type query#/kind'])
    expect(await get('/v1/notes?kind=a%00b')).toEqual(['unicode query#/kind'])
    expect(await get('/v1/notes?%00=b')).toBe(200)
    expect(await get('/v1/notes', { prefer: 'soon' })).toEqual(['format header#/prefer'])
  })
})

describe('an Idempotency-Key', () => {
  const keyOf = async (sent: string | undefined) => {
    const seen: (string | undefined)[] = []
    const { app } = await tinyApp({
      onNote: async ({ idempotencyKey, rawBody }) => {
        seen.push(idempotencyKey)
        expect(new TextDecoder().decode(rawBody)).toBe('{"text":"a"}')
        return reply(204)
      },
    })
    const headers: Record<string, string> = sent === undefined ? {} : { 'idempotency-key': sent }
    const { status } = await app.request(notePath, post('{"text":"a"}', headers))
    return status === 204 ? seen[0] : status
  }

  test.for([
    [undefined, undefined],
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['"a\\"b\\\\"', 'a"b\\'],
    ["!#$%&'*+-.^_`|~:/@", "!#$%&'*+-.^_`|~:/@"],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['x'.repeat(256), 400],
    ['', 400],
    ['""', 400],
    ['a b', 400],
    ['"a b"', 400],
    ['"abc', 400],
    ['"a"b"', 400],
    ['a, b', 400],
    ['é', 400],
  ] as const)('%s is read as %s', async ([sent, key]) => {
    expect(await keyOf(sent)).toBe(key)
  })
})
