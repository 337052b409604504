// Every page and the files it loads: static, whole, and with nothing in them that is not ours.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Mounted } from '#src/platform/http/route.ts'
import { openApiDocument } from '#src/platform/http/openapi/document.ts'
import { reviewPageRoutes } from '#src/packs/reviews/page-routes.ts'
import { sharedPageRoutes } from '#src/platform/pages/capability.ts'
import { problem, tinyApp } from '../http/tiny-app.ts'

const sets = [
  { path: '/reviews', folder: 'packs/reviews/page', routes: reviewPageRoutes() },
  { path: '/pages', folder: 'platform/pages', routes: sharedPageRoutes() },
]
const addressesOf = (routes: readonly Mounted[]) => routes.flatMap(({ route }) => route.paths)
const routes = sets.flatMap((one) => one.routes)
const addresses = addressesOf(routes)

const { app } = await tinyApp({
  routes,
  authenticate: () => {
    throw new Error('a page asks for no credential')
  },
})
const read = async (address: string) => (await app.request(address)).text()
const scripts = addresses.filter((one) => one.endsWith('.js'))

const typeOf = (address: string) =>
  ({ css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' })[
    address.split('.').at(-1) ?? ''
  ] ?? 'text/html; charset=utf-8'

describe('the files', () => {
  test('are served without a credential, each under the type of its kind, to HEAD as to GET', async () => {
    for (const address of addresses) {
      const [got, head] = await Promise.all([
        app.request(address),
        app.request(address, { method: 'HEAD' }),
      ])
      const headers = ({ headers: all }: Response) =>
        [...all].filter(([name]) => name !== 'request-id')
      expect([address, got.status, head.status]).toEqual([address, 200, 200])
      expect(got.headers.get('content-type')).toBe(typeOf(address))
      expect(headers(head)).toEqual(headers(got))
      expect(await got.text()).not.toBe('')
      expect(await head.text()).toBe('')
    }
  })

  test.for(sets)(
    'nothing else of the folder of $path is served, and nothing beside it',
    async ({ path }) => {
      const others = [
        'tsconfig.json',
        'sandbox.html',
        'files.ts',
        '..%2Fschema.ts',
        '%2e%2e/store.ts',
        'none.js',
      ]
      for (const name of others) {
        const answer = await app.request(`${path}/${name}`)
        expect([name, answer.status]).toEqual([name, 404])
        expect((await problem(answer)).code).toMatch(/^(?:not-found|no-such-path)$/)
      }
    },
  )

  test.for(sets)(
    'every style and script of the folder of $path is served, so none is forgotten',
    (set) => {
      const folder = new URL(`../../../../src/${set.folder}/`, import.meta.url)
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(css|js)$/.test(name),
      )
      const served = addressesOf(set.routes).filter((address) => address !== set.path)
      expect(served.toSorted()).toEqual(files.map((name) => `${set.path}/${name}`).toSorted())
    },
  )

  test('stand in no OpenAPI document', () => {
    const document = openApiDocument(routes.map(({ route }) => route))
    expect(Object.keys(document.paths ?? {})).toEqual([])
  })
})

describe.for(['/reviews'])('the page %s', (page) => {
  test('takes no other method, and the slash at the end changes nothing', async () => {
    const answer = await app.request(page, { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await read(`${page}/`)).toBe(await read(page))
  })

  test('loads only what is served, and has neither inline script nor inline style', async () => {
    const markup = await read(page)
    const loaded = [...markup.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
    expect(
      loaded.filter((address = '') => {
        const elsewhere = [
          'data:,',
          '/docs',
          '/console',
          '/messages',
          '/packs',
          '/sandbox',
          '/webhooks',
        ]
        return !elsewhere.includes(address) && !addresses.includes(address)
      }),
    ).toEqual([])
    expect(markup).toContain('<html lang="en">')
    expect(markup).not.toMatch(/<style|style="|\son\w+=|<script(?![^>]*\ssrc=)/)
  })
})

describe('what the pages may do', () => {
  test.each(addresses)('%s lets nothing in but our own files and this service', async (address) => {
    const { headers } = await app.request(address)
    const pictures = address.startsWith('/reviews') ? ' blob:' : ''
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      `img-src 'self' data:${pictures}`,
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

  test('a script imports only what is served, at the address where a browser looks for it', async () => {
    for (const address of scripts) {
      const imports = [...(await read(address)).matchAll(/^import .* from '([^']+)'/gm)]
      const missing = imports.filter(
        ([, name = '']) => !addresses.includes(new URL(name, `http://host${address}`).pathname),
      )
      expect(missing.map(([line]) => line)).toEqual([])
    }
  })

  test('no script makes markup out of text', async () => {
    const sinks =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function/
    for (const address of scripts) expect(await read(address)).not.toMatch(sinks)
  })
})
