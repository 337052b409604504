// Lines of docs/asvs.md that the text of the sources shows better than a request would.
import { globSync, readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeLanguage, writeSecret } from '#src/links/capture/cookies.ts'
import { runAsProcess } from '#src/main/process/run-as-process.ts'
import { clientAddress } from '#src/platform/http/request/address.ts'

const read = (file: string) => readFileSync(file, 'utf8')

/** What runs in production, without what a browser is given. */
const sources = globSync('{src,activities,workflows}/**/*.ts')
  .filter((file) => !/^src\/main\/(?:local|commands)\/|\/browser\//.test(file))
  .map((file) => ({ file, text: read(file) }))
const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).toSorted()

test('V1.2.3: what pages give their scripts is JSON in which no element can end', () => {
  const layout = read('src/links/capture/page/layout.ts')
  expect(layout).toContain(String.raw`JSON.stringify(value).replaceAll('<', '\\u003c')`)
  const blocks = [...layout.matchAll(/type="application\/json"[^>]*>\s*(\$\{\w+\()/g)]
  expect(blocks.map(([, written]) => written)).toEqual(['${asJson(', '${asJson('])
})

test('V1.2.4: SQL that is no template is made of names alone: of columns, of roles, and what our own migrations say', () => {
  expect(filesWith(/\bsql\.raw\(|\.unsafe\(/)).toEqual([
    'src/journey/erasure/retention-store.ts',
    'src/links/funnel/store.ts',
    'src/platform/db/indexes.ts',
    'src/platform/db/migrate.ts',
    'src/platform/db/roles.ts',
    'src/platform/db/rows.ts',
  ])
})

test('V1.2.5, V1.3.2: nothing is evaluated, and of other programs our own files are forked alone', () => {
  expect(filesWith(/\beval\(|new Function\(|node:vm/)).toEqual([])
  const starting = sources.filter(({ text }) => text.includes('node:child_process'))
  expect(starting.map(({ file }) => file).toSorted()).toEqual([
    'src/biometrics/images/cleaner.ts',
    'src/main/engine-child.ts',
  ])
  for (const { text } of starting) {
    expect(text).toContain("import { type ChildProcess, fork } from 'node:child_process'")
    expect(text).not.toContain('shell')
  }
})

test('V1.4.3: what a process has opened is closed when it is told to end, the last first', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')
  vi.stubEnv('KEYRING', '{}')
  vi.stubEnv('JWT_SECRET', 'x'.repeat(32))
  const exited = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    exited.mockRestore()
  })
  const closed: string[] = []
  await runAsProcess(async (_, parts) => {
    for (const part of ['pool', 'server']) parts.defer(() => void closed.push(part))
    setImmediate(() => process.emit('SIGTERM'))
  })
  expect(closed).toEqual(['server', 'pool'])
})

test('V3.3.4: no script reads the cookies of the hosted page', () => {
  for (const base of ['https://id.example', 'http://localhost:3000'])
    for (const framed of [false, true])
      for (const cookie of [
        writeSecret('secret', base, 'a-b', { framed }),
        writeLanguage('en', base, framed),
      ])
        expect(cookie.split('; ')).toContain('HttpOnly')
})

test('V3.5.5: the parent takes messages of the origin and the window of the page alone', () => {
  expect(read('clients/atesta-capture/src/follow.ts')).toContain(
    'if (origin !== link.origin || from === null || from !== source()) return',
  )
})

test('V4.1.3, V15.3.4: of X-Forwarded-For the last so many count, and nothing of it without proxies', async () => {
  const app = new Hono().get('/:hops', (c) =>
    c.text(clientAddress(c, Number(c.req.param('hops'))) ?? 'none'),
  )
  const ask = async (hops: number, forwarded?: string) => {
    const headers = { ...(forwarded && { 'x-forwarded-for': forwarded }), host: 'evil.example' }
    return (await app.request(`/${hops}`, { headers })).text()
  }
  expect(await ask(1, '1.1.1.1, 2.2.2.2')).toBe('2.2.2.2')
  expect(await ask(2, '1.1.1.1, 2.2.2.2, 3.3.3.3')).toBe('2.2.2.2')
  expect(await ask(0, '1.1.1.1')).toBe('none')
  expect(await ask(3, '1.1.1.1')).toBe('none')
  expect(await ask(1, '1.1.1.1, 2.2.2.2:40001')).toBe('2.2.2.2')
  expect(await ask(1, '1.1.1.1, unknown')).toBe('none')
})

test('V5.4.1, V5.4.2: a picture is served under one name, an upload under its id, and nobody has sent either', () => {
  const named = sources
    .filter(({ file }) => !file.startsWith('src/sandbox/'))
    .flatMap(({ text }) =>
      [...text.matchAll(/'content-disposition': (.+)/gi)].map(([, value]) => value),
    )
  const expected = [
    `'inline; filename="image.jpg"',`,
    '`attachment; filename="${found.id}.${ending}"`,',
  ]
  expect(new Set(named)).toEqual(new Set(expected))
})

test('V7.2.3, V11.6.1: secrets are 32 bytes of the system’s generator, what is used once 12 or 16', () => {
  const sizes = sources.flatMap(({ text }) =>
    [...text.matchAll(/\brandomBytes\(([^)]+)\)/g)].map(([, size]) => size),
  )
  expect(new Set(sizes)).toEqual(new Set(['32', '16', '12', 'secretBytes']))
  const guessable = filesWith(/Math\.random/)
  expect(guessable.filter((file) => /seal|key|token|secret|code|auth|lvs/i.test(file))).toEqual([])
})

test('V14.3.1: whoever signs out leaves the page, and the tab keeps nothing; without a session it leads to sign in', () => {
  const session = read('src/console/app/shell/session.ts')
  const [, out = ''] = /function signOut\(\)[^{]*\{\n([\s\S]+?)\n\}/.exec(session) ?? []
  for (const step of ["'/v1/session'", 'sessionStorage.clear()', 'location.assign(next)'])
    expect(out).toContain(step)
  expect(read('src/console/app/api/client.ts')).toContain('=== 401) onSignedOut()')
})

test('V11.2.1, V11.3.1: what is sealed is sealed by AES-256-GCM of Node, in one file', () => {
  expect(filesWith(/create(?:Cipher|Decipher)iv/)).toEqual(['src/platform/seal/keys.ts'])
  const modes = [...read('src/platform/seal/keys.ts').matchAll(/createC\w+\('([^']+)'/g)]
  expect(modes.map(([, mode]) => mode)).toEqual(['aes-256-gcm'])
})

test('V13.4.2: the image runs as production', () => {
  expect(read('Dockerfile')).toMatch(/^ENV NODE_ENV=production /m)
})

test('V15.3.5: types are strict, and no lint rule is switched off for them', () => {
  for (const option of ['strict', 'noUncheckedIndexedAccess', 'exactOptionalPropertyTypes'])
    expect(read('tsconfig.json')).toContain(`"${option}": true`)
  expect(filesWith(/@ts-(?:ignore|nocheck)/)).toEqual([])
})

test('V16.2.3: nothing is written but by the log, which goes to standard output', () => {
  expect(filesWith(/\bconsole\.\w+\(/)).toEqual([])
  expect(read('src/platform/log.ts')).toContain('standardLines()')
})

test('V16.3.1: each line of the access log says who asked, or why nobody was let in', () => {
  const log = read('src/platform/http/access-log.ts')
  expect(log).toContain('actor: principal?.actor')
  expect(log).toContain('reason: problem.reason')
})
