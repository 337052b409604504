import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listen } from '#test/support/servers/listen.ts'
import {
  authenticator,
  byFile,
  forge,
  good,
  invalid,
  makePair,
  names,
  pairs,
  refusal,
  sign,
  writeKeys,
} from '../tokens.ts'

describe('a key set at an address', () => {
  async function serveKeys(answer: () => { status: number; body: string }) {
    let asked = 0
    const server = createServer((_, res) => {
      asked += 1
      const { status, body } = answer()
      res.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    const port = await listen(server)
    const close = async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    }
    const config = { ...names, JWKS_URL: `http://127.0.0.1:${port}/keys` }
    return { config, asked: () => asked, [Symbol.asyncDispose]: close }
  }

  test('is fetched once for many tokens', async () => {
    const body = JSON.stringify({ keys: [pairs.es.jwk] })
    await using keys = await serveKeys(() => ({ status: 200, body }))
    const authenticate = authenticator(keys.config)
    for (let index = 0; index < 5; index += 1) {
      await authenticate(`Bearer ${await sign({ jti: String(index) })}`)
    }
    expect(keys.asked()).toBe(1)
  })

  test('that is away, or answers something else, is 503 and not the fault of the caller', async () => {
    const authorization = `Bearer ${await sign()}`
    const away = { ...names, JWKS_URL: 'http://127.0.0.1:1/keys' }
    expect(await refusal(authorization, away)).toEqual([503, null])
    for (const answer of [
      { status: 500, body: '' },
      { status: 200, body: '{}' },
      { status: 200, body: 'x' },
    ]) {
      await using keys = await serveKeys(() => answer)
      expect(await refusal(authorization, keys.config)).toEqual([503, null])
    }
  })

  test('that is away does not shelter a malformed token: it is 401 all the same', async () => {
    const away = { ...names, JWKS_URL: 'http://127.0.0.1:1/keys' }
    expect(await refusal('Bearer a.b.c', away)).toEqual(invalid)
    expect(await refusal(`Bearer ${forge({ alg: 'none' }, good())}`, away)).toEqual(invalid)
  })

  test('is used beside a key file', async () => {
    const other = await makePair('ES256', 'other')
    const body = JSON.stringify({ keys: [other.jwk] })
    await using keys = await serveKeys(() => ({ status: 200, body }))
    const authenticate = authenticator({ ...byFile, ...keys.config })
    expect((await authenticate(`Bearer ${await sign({}, other)}`)).tenant).toBe('acme')
    expect((await authenticate(`Bearer ${await sign()}`)).tenant).toBe('acme')
  })
})

test('a key file that is missing or holds no key set stops the start', async () => {
  const start = (file: string) => () => authenticator({ ...names, JWKS_FILE: file })
  expect(start('/nowhere/jwks.json')).toThrow('JWKS_FILE')
  expect(start(await writeKeys('{"keys":1}'))).toThrow('JWKS_FILE')
  expect(start(await writeKeys('not json'))).toThrow('JWKS_FILE')
})
