// followSignInLink and readSignIn: a link signs in one person once, and looking at it uses it up no more than it shows.
import { expect } from 'vitest'
import { writeLink } from '#src/platform/sign-in/links.ts'
import { signInPath } from '#test/support/sign-in.ts'
import { jwtSecret, mintToken } from '#test/support/token.ts'
import { SignJWT } from 'jose'
import { test } from '../sessions/fixture.ts'

test('401: a link is good once, also for two who follow it at once', async ({
  suite: { app, ask },
}) => {
  const path = await signInPath(app)
  const both = await Promise.all([ask(path), ask(path)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401])
  const again = await ask(path, { headers: { 'accept-language': 'en-GB,en' } })
  expect(again.status).toBe(401)
  expect(again.headers.get('set-cookie')).toBeNull()
  expect(await again.text()).toContain('npm run -s token -- --console')
})

test('what looks at links uses none up: HEAD, prefetching, a page of another site', async ({
  suite: { app, ask },
}) => {
  const path = await signInPath(app)
  const looks: RequestInit[] = [
    { method: 'HEAD' },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
    { headers: { 'sec-fetch-site': 'cross-site' } },
  ]
  for (const init of looks) {
    const looked = await ask(path, init)
    expect([looked.status, looked.headers.get('set-cookie')]).toEqual([401, null])
  }
  expect((await ask(path, { headers: { 'sec-fetch-site': 'none' } })).status).toBe(303)
})

test('401: a code that nobody wrote, and one whose credential is over, forged or names nobody', async ({
  suite: { app, ask },
}) => {
  const forged = await new SignJWT({ tenant: 'acme', mode: 'sandbox', sub: 'x' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('atesta')
    .setAudience('atesta')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(`${jwtSecret}!`))
  const over = await mintToken({ sub: 'x', exp: Math.floor(Date.now() / 1_000) - 60 })
  const nobody = await mintToken()
  for (const credential of [forged, over, nobody, 'x']) {
    const code = await writeLink(app.linksFolder, credential)
    expect((await ask(`/console/sign-in/link/${code}`)).status).toBe(401)
  }
  for (const code of ['x', '..%2f..%2fetc%2fpasswd', 'a'.repeat(500)])
    expect((await ask(`/console/sign-in/link/${code}`)).status).toBe(401)
})

test('429: an address that tries often waits, and uses no link up', async ({ suite: { app } }) => {
  const path = await signInPath(app)
  const from = (remoteAddress: string, at: string) =>
    app.fetch(new Request(`http://x${at}`), { incoming: { socket: { remoteAddress } } })
  const codes = Array.from({ length: 30 }, (_, at) => `/console/sign-in/link/${at}`)
  for (const at of codes) await from('192.0.2.1', at)
  expect((await from('192.0.2.1', path)).status).toBe(429)
  expect((await from('192.0.2.2', path)).status).toBe(303)
})

test('the page needs no script and says in three languages how to sign in', async ({
  suite: { ask },
}) => {
  for (const [language, title] of [
    ['pt-BR', 'Entrar'],
    ['en', 'Sign in'],
    ['es', 'Entrar'],
    ['fr', 'Entrar'],
  ] as const) {
    const page = await ask('/console/sign-in', { headers: { 'accept-language': language } })
    const text = await page.text()
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain('npm run -s token -- --console')
    expect(text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  expect(await (await ask('/console/signed-out')).text()).toContain('Você saiu do console.')
})
