// What a file can say of a vendor: how it proves itself, what its answers mean, how it reports, and what it cannot do.
import { createHmac } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { CheckRequest } from '#src/checks/port.ts'
import { createEvaluate } from '#src/providers/http/evaluate.ts'
import { createPace } from '#src/providers/http/pace.ts'
import { bureauDialect, knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import { contextOf, openCheckAccount, writeBureau } from '#test/support/vendors/check-harness.ts'
import {
  type CheckServer,
  type CheckVendorAnswer,
  type CheckVendorRequest,
  startCheckServer,
} from '#test/support/vendors/check-server.ts'

let server: CheckServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const request: CheckRequest = {
  port: 'person-check',
  service: 'BasicInfos',
  subject: { document: knownDocument, name: knownName },
}
const secrets = { id: 'client', secret: 'hush', hook: 'signing key' }

/** An account of the bureau, its file changed. */
async function open(
  change: (text: string) => string = (text) => text,
  dialect: (one: CheckVendorRequest) => CheckVendorAnswer = bureauDialect,
  own: object = {},
) {
  const started = await startCheckServer(dialect)
  server = started
  const folder = writeBureau(started.url, change)
  const config = { vendor: 'http', file: 'bureau.yaml', secrets, timeoutMs: 1_000, ...own }
  const account = openCheckAccount(config, { privateHosts: [started.host], folder })
  return { account, server: started, folder }
}

const replaced = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to)
const without = (name: string) => replaced(new RegExp(`^${name}:[^]*?(?=^[a-zA-Z])`, 'm'), '')

describe('credentials', () => {
  test('a token is asked for once by all who need it at the same time, and kept', async () => {
    const { account, server } = await open()
    await Promise.all([1, 2, 3].map(() => account.buy(request, contextOf())))
    await account.buy(request, contextOf())
    const asked = server.requests.filter(({ url }) => url.pathname === '/oauth/token')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.body).toBe('grant_type=client_credentials')
    expect(asked[0]?.headers['authorization']).toMatch(/^Basic /)
  })

  test('a token that the vendor no longer takes is renewed once', async () => {
    let tokens = 0
    const { account, server } = await open(undefined, (one) => {
      if (one.url.pathname !== '/oauth/token')
        return tokens < 2 ? { status: 401, body: {} } : bureauDialect(one)
      tokens += 1
      return bureauDialect(one)
    })
    expect(await account.buy(request, contextOf())).toMatchObject({ kind: 'answered' })
    expect(server.requests).toHaveLength(4)
  })

  test('a vendor that takes no token is a refusal of our access, and no loop', async () => {
    const { account, server } = await open(undefined, (one) =>
      one.url.pathname === '/oauth/token' ? bureauDialect(one) : { status: 401, body: {} },
    )
    expect(await account.buy(request, contextOf())).toEqual({
      kind: 'rejected',
      class: 'account',
      code: 'bureau-http-401',
    })
    expect(server.requests).toHaveLength(4)
  })

  test('a request is signed over method, path and body', async () => {
    const sign = 'sign: { header: X-Signature, secret: { secret: hook } }\n'
    const { account, server } = await open((text) => sign + text)
    await account.buy(request, contextOf())
    const sent = server.requests.find(({ url }) => url.pathname === '/people')
    const expected = createHmac('sha256', secrets.hook).update(`POST\n/people\n${sent?.body}`)
    expect(sent?.headers['x-signature']).toBe(expected.digest('hex'))
  })

  test('our idempotency key goes where the file says, the same for the same attempt', async () => {
    const { account, server } = await open()
    await account.buy(request, contextOf())
    await account.buy(request, contextOf({ sent: 2 }))
    const keys = server.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? [])
    expect(keys).toEqual([contextOf().attemptId, contextOf().attemptId])
  })
})

describe('answers', () => {
  test('an error inside an answer of success is an error', async () => {
    const { account } = await open()
    const wrong = { ...request, subject: { document: '00000000191' } } as CheckRequest
    expect(await account.buy(wrong, contextOf())).toEqual({
      kind: 'rejected',
      class: 'input',
      code: 'bureau-refused',
    })
  })

  test.each([
    ['a map that gives another form', replaced(/"name": Name/, '"name": 5')],
    ['a map that fails', replaced('"name": Name', '"name": $error("no")')],
    ['a map that gives nothing', replaced(/^map: [^]*$/m, 'map: body.nothing\n')],
  ])('%s leaves in doubt what was bought', async (_name, change) => {
    const { account } = await open(change)
    expect(await account.buy(request, contextOf())).toEqual({
      kind: 'uncertain',
      cause: 'unreadable',
    })
  })

  test.each(['..', '.', '', '../../admin', 'a/b'])(
    'a parameter of a path leads nowhere else: %j',
    async (document) => {
      const path = 'path: /people/{document}\n  parameters: { document: params.document }'
      const { account, server } = await open(replaced('path: /people', path))
      const asked = { ...request, subject: { document } } as CheckRequest
      await account.buy(asked, contextOf())
      const paths = server.requests.map(({ url }) => url.pathname)
      expect(paths.every((one) => one === '/oauth/token' || /^\/people\/[^/]+$/.test(one))).toBe(
        true,
      )
    },
  )
})

describe('results that come later', () => {
  const poll = (text: string) => `${text}
async:
  poll:
    id: body.QueryId
    request:
      method: GET
      path: /results/{id}
      parameters: { id: id }
    done: body.State = 'ready'
    failed: body.State = 'broken'
    everySeconds: 2
`
  const states = (state: string) => (one: CheckVendorRequest) => {
    if (one.url.pathname === '/oauth/token') return bureauDialect(one)
    if (one.url.pathname === '/people')
      return { status: 202, body: { QueryId: 'q-1', Status: 0, Result: [{}] } }
    const found = { TaxId: knownDocument, Name: knownName, TaxIdStatus: 'REGULAR' }
    return { status: 200, body: { State: state, Status: 0, Result: [found] } }
  }
  const asking = { ...contextOf(), vendorId: 'q-1' }

  test('are asked for by the id of the vendor until they are there', async () => {
    const { account, server } = await open(poll, states('ready'))
    expect(await account.buy(request, contextOf())).toEqual({ kind: 'accepted', vendorId: 'q-1' })
    expect(await account.poll?.ask(request, asking)).toMatchObject({ kind: 'answered' })
    expect(server.requests.at(-1)?.url.pathname).toBe('/results/q-1')
    expect(account).toMatchObject({ resultMs: 600_000, poll: { everyMs: 2_000 } })
  })

  test.each([
    ['waiting', undefined],
    ['broken', { kind: 'rejected', class: 'account', code: 'bureau-failed' }],
  ])('%s is told apart from ready', async (state, outcome) => {
    const { account } = await open(poll, states(state))
    expect(await account.poll?.ask(request, asking)).toEqual(outcome)
  })

  const callback = (text: string) => `${text}
async:
  callback:
    id: body.QueryId
    attempt: query.rid
    vendorId: body.QueryId
    signature: { header: X-Signature, secret: { secret: hook }, prefix: 'sha256=' }
`
  const report = (body: object, key = secrets.hook, path = '/hooks/checks/tried') => {
    const rawBody = Buffer.from(JSON.stringify(body))
    const signature = `sha256=${createHmac('sha256', key).update(rawBody).digest('hex')}`
    const url = `https://id.example.test${path}?rid=${contextOf().attemptId}`
    return { method: 'POST', url, headers: { 'x-signature': signature }, rawBody }
  }
  const found = {
    QueryId: 'q-1',
    Status: 0,
    Result: [{ TaxId: knownDocument, Name: knownName, TaxIdStatus: 'REGULAR' }],
  }

  test('are believed when the vendor has signed them, for this account alone', async () => {
    const { account } = await open(callback, states('ready'))
    expect(account.verifyWebhook(report(found))).toBe(true)
    expect(account.verifyWebhook(report(found, 'another key'))).toBe(false)
    expect(account.verifyWebhook(report(found, secrets.hook, '/hooks/checks/other'))).toBe(false)
    expect(account.verifyWebhook({ ...report(found), headers: {} })).toBe(false)
  })

  test('say which attempt they are of, and are read as an answer is', async () => {
    const { account } = await open(callback, states('ready'))
    expect(await account.parseWebhook(report(found))).toMatchObject([
      {
        kind: 'check',
        attemptId: contextOf().attemptId,
        vendorId: 'q-1',
        outcome: { kind: 'answered', answer: { document: knownDocument, status: 'regular' } },
      },
    ])
  })

  test('a report that is no JSON, or names nothing, is refused', async () => {
    const { account } = await open(replaceRid(callback), states('ready'))
    const noJson = { ...report({}), rawBody: Buffer.from('<xml/>') }
    await expect(account.parseWebhook(noJson)).rejects.toThrow(/JSON/)
    await expect(account.parseWebhook(report({ Status: 0 }))).rejects.toThrow(/names/)
  })

  const replaceRid = (change: (text: string) => string) => (text: string) =>
    change(text).replace('    attempt: query.rid\n', '')
})

describe('the file is checked at the start, with the place of each fault', () => {
  const fault = async (change: (text: string) => string, own: object = {}) =>
    open(change, bureauDialect, own).then(
      () => 'none',
      (error: Error) => error.message,
    )

  test.each<[string, (text: string) => string, RegExp]>([
    [
      'an expression',
      replaced('$count(body.Result) = 0', '$count('),
      /noData\.when: does not parse \(S\d+ at character \d+\)/,
    ],
    [
      'an evaluation of texts',
      replaced('body.Status = 0', "$eval('1') = 1"),
      /success\.when: \$eval/,
    ],
    [
      'a parameter',
      replaced('path: /people', 'path: /people/{document}'),
      /request\.path: there is no parameter document/,
    ],
    ['an unknown field', (text) => `${text}\nretries: 3\n`, /retries/],
    ['a class', replaced('invalidInput', 'sadness'), /errors\[0\]\.class/],
    ['YAML', () => 'name: [', /no YAML/],
  ])('%s', async (_name, change, message) => {
    expect(await fault(change)).toMatch(message)
  })

  test('a secret that the account does not have is named, and none is shown', async () => {
    const message = await fault((text) => text, { secrets: { id: 'client-with-a-name' } })
    expect(message).toMatch(/no secret secret/)
    expect(message).not.toMatch(/client-with-a-name/)
  })

  test('a repeat by key needs a place for the key', async () => {
    expect(await fault(without('idempotencyKey'), { repeat: 'key' })).toMatch(/idempotencyKey/)
  })
})

describe('expressions', () => {
  const evaluate = createEvaluate({ timeMs: 700, heapMb: 32 })
  afterAll(() => evaluate.close())

  test.each([
    ['take too long', '($f := function($x) { $f($x + 1) }; $f(0))'],
    ['loop for ever', '$map([1..9999999], function($x) { $sum([1..10000]) })'],
    [
      'take too much memory',
      '$reduce([1..60], function($a, $b) { $a & $a }, "a long enough text")',
    ],
  ])(
    'that %s are ended, and the next ones are evaluated',
    async (_name, expression) => {
      expect(await evaluate({ bad: expression }, {})).toEqual({ bad: { failed: true } })
      expect(await evaluate({ good: 'a + 1' }, { a: 1 })).toEqual({ good: { value: 2 } })
    },
    10_000,
  )

  test.each([
    'constructor',
    'constructor.constructor("return process")()',
    '__proto__.polluted',
    '$$.constructor.name',
    '"".constructor',
    '$lookup($, "constructor")',
    '$sum.constructor',
    'process.env',
  ])('reach no prototype and nothing of the process: %s', async (expression) => {
    const { result } = await evaluate({ result: expression }, { a: 1 })
    expect(result === undefined || 'failed' in result || result.value === undefined).toBe(true)
  })

  test('leave nothing behind for the next ones', async () => {
    await evaluate(
      { bad: '$ ~> |$|{"__proto__": {"polluted": true}, "constructor": 1}|' },
      { a: 1 },
    )
    expect(await evaluate({ seen: 'polluted' }, {})).toEqual({ seen: {} })
  })
})

test('a vendor with a pace is asked no faster', () => {
  let now = 0
  const pace = createPace(2, () => now)
  expect([pace(), pace()]).toEqual([0, 500])
  now = 500
  expect(pace()).toBe(0)
})

test('the dry run shows what would be sent, without secrets, and what a recorded answer maps to', async () => {
  const { folder } = await open()
  const answer = join(folder, 'answer.json')
  const found = { TaxId: knownDocument, Name: knownName, TaxIdStatus: 'REGULAR' }
  writeFileSync(answer, JSON.stringify({ Status: 0, Result: [found] }))
  const command = join(import.meta.dirname, '../../../../src/main/commands/try-check.ts')
  const params = JSON.stringify({ document: knownDocument })
  const args = [command, join(folder, 'bureau.yaml'), '--params', params, '--answer', answer]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    request: {
      method: 'POST',
      headers: { authorization: expect.stringMatching(/^Bearer <token of /) },
      body: { q: { doc: knownDocument }, Datasets: 'basic_data' },
    },
    outcome: { kind: 'answered', answer: { name: knownName, status: 'regular' } },
  })
}, 20_000)
