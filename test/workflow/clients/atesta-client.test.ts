// The client package as somebody uses it: built from the document of a running service, its example compiled strictly
// and driven.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { mintToken } from '#test/support/token.ts'
import { withService } from '#test/workflow/fixture.ts'

/** Not in this thread: the service that is asked for its document runs here. */
const run = promisify(execFile)
const folder = resolve(import.meta.dirname, '../../../clients/atesta-client')

/** What of the package these tests use; its own types exist only once it is built. */
type Package = {
  readonly createAtesta: (options: object) => Calls
  readonly take: (call: Promise<{ data?: unknown }>) => Promise<unknown>
  readonly followEvents: (atesta: Calls, options: object) => AsyncGenerator<Page>
}
type Page = { readonly next: string; readonly events: { id: string; transactionId: string }[] }
type Calls = Record<'GET' | 'POST', (path: string, options?: object) => Promise<{ data?: unknown }>>
type Example = { readonly journey: (atesta: Calls, email: string) => Promise<object> }

const test = withService().extend('built', { scope: 'file' }, async ({ service }) => {
  const document = `${service.url}/openapi.json`
  await run(process.execPath, [`${folder}/build.mjs`, document])
  const at = (file: string) => pathToFileURL(`${folder}/${file}`).href
  const parts = [await import(at('dist/index.js')), await import(at('examples/journey.ts'))]
  return Object.assign({}, ...parts) as Package & Example
})

test('the typed journey compiles strictly, and goes from a transaction through a wrong code to the pack', async ({
  service,
  built: { createAtesta, journey },
}) => {
  const compiler = resolve(folder, '../../node_modules/.bin/tsc')
  await run(compiler, ['-p', `${folder}/examples`])
  const atesta = createAtesta({ baseUrl: service.url, credential: () => mintToken({}) })
  expect(await journey(atesta, `${randomUUID()}@example.com`)).toMatchObject({
    status: 'completed',
    score: { moduleStatus: 'completed', results: [{ value: expect.any(Number) }] },
  })
})

test('both clients install from their tarballs in an empty project, and are there', async ({
  built: _built,
}) => {
  const root = resolve(folder, '../..')
  const empty = await mkdtemp(join(tmpdir(), 'atesta-clients-'))
  onTestFinished(() => rm(empty, { recursive: true, force: true }))
  await run(process.execPath, [`${root}/clients/atesta-capture/build.mjs`])
  // What the client needs is packed beside it, so that no registry is asked.
  const needed = ['openapi-fetch', 'openapi-typescript-helpers'].map(
    (name) => `node_modules/${name}`,
  )
  const packed = ['clients/atesta-client', 'clients/atesta-capture', ...needed]
  const from = packed.map((name) => `${root}/${name}`)
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', ...from], {
    cwd: empty,
  })
  const files = JSON.parse(stdout).map(({ filename }: { filename: string }) => `./${filename}`)
  await writeFile(join(empty, 'package.json'), '{ "type": "module", "private": true }')
  const quiet = ['--offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quiet, ...files], { cwd: empty })
  const program = `
    const [client, capture, faces] = await Promise.all(
      ['atesta-client', 'atesta-capture', 'atesta-capture/faces'].map((name) => import(name)))
    console.log(typeof client.createAtesta, typeof capture.openVerification, Object.keys(faces).length > 0)`
  await writeFile(join(empty, 'use.js'), program)
  const used = await run(process.execPath, ['use.js'], { cwd: empty })
  expect(used.stdout.trim()).toBe('function function true')
  for (const name of ['atesta-client', 'atesta-capture'])
    expect(existsSync(join(empty, 'node_modules', name, 'dist/LICENSE')), name).toBe(true)
})

test('a refusal is a typed error with its code, its fields and the id of the request', async ({
  service,
  built: { createAtesta },
}) => {
  const atesta = createAtesta({ baseUrl: service.url, credential: () => mintToken({}) })
  const body = { documentType: 'cpf', document: 'x' }
  const refused = { status: 400, code: 'invalid-request', requestId: expect.any(String) }
  await expect(atesta.POST('/v1/transaction', { body })).rejects.toMatchObject({
    ...refused,
    problem: { errors: [{ pointer: '#/document' }] },
  })
  const stranger = createAtesta({ baseUrl: service.url, credential: 'ak_of_nobody' })
  await expect(stranger.GET('/v1/packs')).rejects.toMatchObject({ status: 401 })
})

test('what gets no answer, or is told to wait, comes again with the same key and happens once', async ({
  service,
  built: { createAtesta, take },
}) => {
  const keys: (string | null)[] = []
  const answers = [busy('rate-limited'), busy('idempotency-in-progress', 409), lost, lost]
  const atesta = createAtesta({
    baseUrl: service.url,
    credential: () => mintToken({}),
    fetch: async (request: Request) => {
      keys.push(request.headers.get('idempotency-key'))
      const answer = await fetch(request)
      return answers.pop()?.() ?? answer
    },
  })
  const body = { documentType: 'cpf', document: '52998224725' }
  const made = await take(atesta.POST('/v1/transaction', { body }))
  expect(made).toMatchObject({ id: expect.any(String) })
  expect([keys.length, new Set(keys).size]).toEqual([5, 1])
})

test('events are followed as they come, and go on after a restart with none twice', async ({
  service,
  built: { createAtesta, followEvents, take },
}) => {
  const scope = 'transactions:write reports:read'
  const atesta = createAtesta({ baseUrl: service.url, credential: () => mintToken({ scope }) })
  const types = ['transaction.created']
  const body = { documentType: 'cpf', document: '52998224725' }
  const seen: string[] = []
  let after: string | undefined
  for (let restart = 0; restart < 3; restart += 1) {
    const made = await take(atesta.POST('/v1/transaction', { body }))
    const options = { types, pauseMs: 20, ...(after !== undefined && { after }) }
    for await (const { events, next } of followEvents(atesta, options)) {
      after = next
      seen.push(...events.map(({ id }) => id))
      if (events.some(({ transactionId }) => transactionId === (made as { id: string }).id)) break
    }
  }
  expect(new Set(seen).size).toBe(seen.length)
  const signal = AbortSignal.abort()
  expect(await followEvents(atesta, { signal }).next()).toMatchObject({ done: true })
})

test('a limit of the journey is not waited for, and neither is longer than was said', async ({
  built: { createAtesta },
}) => {
  let asked = 0
  const server = createServer((_, res) => {
    asked += 1
    const code = asked === 1 ? 'limit-reached' : 'rate-limited'
    res.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '120' })
    res.end(JSON.stringify({ type: '', title: 'x', status: 429, code, requestId: 'r' }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const atesta = createAtesta({ baseUrl: `http://127.0.0.1:${port}`, credential: 'x' })
  await expect(atesta.GET('/v1/packs')).rejects.toMatchObject({ retryAfter: 120 })
  await expect(atesta.GET('/v1/packs')).rejects.toMatchObject({ code: 'rate-limited' })
  expect(asked).toBe(2)
})

const lost = (): Response => {
  throw new TypeError('fetch failed')
}

const busy =
  (code: string, status = 429) =>
  (): Response =>
    new Response(JSON.stringify({ code }), { status, headers: { 'retry-after': '0' } })
