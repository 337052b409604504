// The document of the console and the files that it loads: no credential, nothing in them that is not ours.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { consoleApp } from '#src/console/routes.ts'
import { tinyApp } from '../platform/http/tiny-app.ts'

const { app } = await tinyApp({
  routes: consoleApp.routes(),
  authenticate: () => {
    throw new Error('the console asks for no credential')
  },
})

const script = async () => {
  const markup = await (await app.request('/console')).text()
  return /<script type="module" src="([^"]+)"/.exec(markup)?.[1] ?? ''
}
const readAs = async (coding: string, more: Record<string, string> = {}) => {
  const headers = { 'accept-encoding': coding, ...more }
  return app.request(await script(), { headers })
}

describe('the document', () => {
  test.each([
    '/console',
    '/console/transactions',
    '/console/transactions/019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
    '/console/packs/onboarding/edit',
    '/console/packs/onboarding/runs/019a9f3c-7c1e-7b6a-9d0e-2f4b8c6d1e35',
  ])('is the same at %s, and needs no credential', async (address) => {
    const answer = await app.request(address)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    const withoutNonce = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '')
    const first = await (await app.request('/console')).text()
    expect(withoutNonce(await answer.text())).toBe(withoutNonce(first))
  })

  test('is served at each address that the application knows, and at no other', async () => {
    const source = new URL('../../../src/console/app/shell/routes.tsx', import.meta.url)
    const known = [...readFileSync(source, 'utf8').matchAll(/\['([^']+)', \(\) => import/g)].map(
      ([, path = '']) => path.replaceAll(/:(\w+)/g, '{$1}'),
    )
    const served = consoleApp.routes().flatMap(({ route }) => route.paths)
    const documents = served.filter((path) => /^\/console(?!\/assets)/.test(path))
    expect(documents).toEqual([...known, '/console/{page}'])
    for (const address of ['/console/sign-in/link/abc', '/console/packs/a/b', '/console/none'])
      expect([address, (await app.request(address)).status]).toEqual([address, 404])
  })

  test('says to a browser, and to nobody else, that there is no such page', async () => {
    const ask = async (path: string, accept: string) => {
      const answer = await app.request(path, { headers: { accept } })
      return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
    }
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
    expect(await ask('/console/none', browser)).toEqual([404, 'text/html'])
    for (const accept of ['application/json', '*/*'])
      expect(await ask('/console/none', accept)).toEqual([404, 'application/problem+json'])
    // The sign-in stands beside it, and assets below it.
    for (const path of ['/console/sign-in/at', '/console/assets/none.js', '/v1/none', '/none'])
      expect([path, ...(await ask(path, browser))]).toEqual([path, 404, 'application/problem+json'])
  })

  test('loads our own files alone; style sheets of libraries need a nonce that no other answer has', async () => {
    const [answer, other] = [await app.request('/console'), await app.request('/console')]
    const policy = answer.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(nonce).toMatch(/^[\w-]{22}$/)
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src 'self' data: blob:",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
    expect(other.headers.get('content-security-policy')).not.toContain(nonce)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const markup = await answer.text()
    expect(markup).toContain(`<meta name="csp-nonce" nonce="${nonce}">`)
    expect(markup).not.toMatch(/<style|style="|\son\w+=|<script(?![^>]*\ssrc=)/)
    const loaded = [...markup.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
      ([, address = '']) => address,
    )
    const answers = await Promise.all(loaded.map(async (address) => app.request(address)))
    expect(answers.map(({ status }) => status)).toEqual(loaded.map(() => 200))
  })
})

test('the first view of each page is at most 150 kB, compressed', async () => {
  const manifest: Record<string, { file: string; css?: string[]; imports?: string[] }> = JSON.parse(
    readFileSync(new URL('../../../build/console/manifest.json', import.meta.url), 'utf8'),
  )
  const filesOf = (name: string): string[] => {
    const { file, css = [], imports = [] } = manifest[name] ?? { file: '' }
    return [file, ...css, ...imports.flatMap(filesOf)]
  }
  const sizeOf = async (file: string) => {
    const headers = { 'accept-encoding': 'br' }
    const answer = await app.request(`/console/assets/${file}`, { headers })
    return (await answer.arrayBuffer()).byteLength
  }
  // What draws and edits packs is loaded by the pages that need it.
  for (const page of [
    'work',
    'transactions',
    'transaction',
    'reviews',
    'review',
    'packs',
    'settings',
    'keys',
    'audit',
    'sandbox',
  ]) {
    const files = new Set(['main.tsx', `pages/${page}/index.tsx`].flatMap(filesOf))
    const sizes = await Promise.all([...files].map(sizeOf))
    const sum = sizes.reduce((total, size) => total + size, 0)
    expect({ page, isLight: sum > 1_000 && sum <= 150_000 }).toEqual({ page, isLight: true })
  }
})

describe('a file', () => {
  test('comes compressed as the caller takes it, and is what was built', async () => {
    const [br, gzip, plain] = [await readAs('gzip, br'), await readAs('gzip;q=0.5, br;q=0'), await readAs('identity')] // prettier-ignore
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(plain.headers.get('content-encoding')).toBe(null)
    const whole = Buffer.from(await plain.arrayBuffer())
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer()))).toEqual(whole)
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer()))).toEqual(whole)
    const name = (await script()).split('/').at(-1) ?? ''
    const built = readFileSync(new URL(`../../../build/console/${name}`, import.meta.url))
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(digest(whole)).toBe(digest(built))
  })

  test('is kept for ever, and not sent again to who has it in this coding', async () => {
    const first = await readAs('br')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(first.headers.get('vary')).toBe('Accept-Encoding')
    const again = await readAs('br', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await readAs('gzip', { 'if-none-match': etag })).status).toBe(200)
  })

  test.each(['manifest.json', 'index.json', '..%2Fcapture%2Findex.json', 'none.js', 'main.tsx'])(
    'is none of the build’s own: %s is 404',
    async (name) => {
      expect((await app.request(`/console/assets/${name}`)).status).toBe(404)
    },
  )
})
