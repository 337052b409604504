// What a file can say of a vendor's answers, what is checked of it at the start, and what it cannot do.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { CheckRequest } from '#src/screening/wire/request.ts'
import { dryRun } from '#src/vendors/http/dry-run.ts'
import { createEvaluate } from '#src/vendors/http/evaluate.ts'
import { knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import {
  contextOf,
  knownPerson,
  openBureau,
  replaced,
} from '#test/support/vendors/check-harness.ts'

const without = (name: string) => replaced(new RegExp(`^${name}:[^]*?(?=^[a-zA-Z])`, 'm'), '')

describe('answers', () => {
  test('an error inside an answer of success is an error', async () => {
    await using bureau = await openBureau()
    const wrong = { ...knownPerson, subject: { document: '00000000191' } } as CheckRequest
    expect(await bureau.account.buy(wrong, contextOf())).toEqual({
      kind: 'rejected',
      class: 'input',
      code: 'bureau-refused',
    })
  })

  test.each([
    ['a map that gives another form', 'name', replaced(/"name": Name/, '"name": 5')],
    ['a map that fails', 'map', replaced('"name": Name', '"name": $error("no")')],
    ['a map that gives nothing', 'result', replaced(/^map: [^]*$/m, 'map: body.nothing\n')],
    ['a success that fails', 'success', replaced('body.Status = 0', '$error("no")')],
  ])('%s leaves in doubt what was bought, and says where: %s', async (_name, misfit, change) => {
    await using bureau = await openBureau(change)
    expect(await bureau.account.buy(knownPerson, contextOf())).toEqual({
      kind: 'uncertain',
      cause: 'unreadable',
      misfit,
    })
  })

  test.each(['..', '.', '', '../../admin', 'a/b'])(
    'a parameter of a path leads nowhere else: %j',
    async (document) => {
      const path = 'path: /people/{document}\n  parameters: { document: params.document }'
      await using bureau = await openBureau(replaced('path: /people', path))
      const asked = { ...knownPerson, subject: { document } } as CheckRequest
      await bureau.account.buy(asked, contextOf())
      const paths = bureau.server.requests.map(({ url }) => url.pathname)
      expect(paths.every((one) => one === '/oauth/token' || /^\/people\/[^/]+$/.test(one))).toBe(
        true,
      )
    },
  )
})

describe('the file is checked at the start, with the place of each fault', () => {
  const fault = (change: (text: string) => string, own: Record<string, unknown> = {}) =>
    openBureau(change, undefined, own).then(
      async ({ server }) => {
        await server.close()
        return 'none'
      },
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
    ['a page', (text) => `${text}\npages: { next: '$(' }\n`, /pages\.next: does not parse/],
    ['a way to wait', (text) => `${text}\nasync: {}\n`, /poll, callback, or both/],
    [
      'what no subject has',
      (text) => `${text}\nrequires: { BasicInfos: [birthDate] }\n`,
      /requires\.BasicInfos: person-check has no birthDate/,
    ],
    [
      'a service that is not its own',
      (text) => `${text}\ncovers: { Pep: [exposed] }\n`,
      /covers: Pep is none of the services/,
    ],
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

function createPatient() {
  const evaluate = createEvaluate({ timeMs: 20_000 })
  return { evaluate, [Symbol.asyncDispose]: () => evaluate.close() }
}

describe('expressions', () => {
  const evaluate = createEvaluate({ timeMs: 700 })
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
      expect(await evaluate({ bad: expression }, {})).toMatchObject({ bad: { failed: true } })
      expect(await evaluate({ good: 'a + 1' }, { a: 1 })).toEqual({ good: { value: 2 } })
    },
    10_000,
  )

  test.each([
    ['a text that is padded for ever', '$length($pad("a", count))'],
    ['a list as long as the answer says', '[1..count]'],
    ['lambdas in each other', '($f := function($x) { $x = 0 ? 0 : 1 + $f($x - 1) }; $f(count))'],
    [
      'an answer that stands in itself many times',
      '$reduce([1..30], function($a, $b) { {"a": $a, "b": $a} }, "x")',
    ],
  ])(
    'fail over %s by themselves, their thread goes on',
    async (_name, bad) => {
      // So long that no busy machine ends the thread before a bound does.
      await using patient = createPatient()
      expect(await patient.evaluate({ bad }, { count: 9_000_000 })).toEqual({
        bad: { failed: true },
      })
    },
    30_000,
  )

  test('pad as JSONata has it', async () => {
    const shown = await evaluate(
      { right: '$pad("a😀", 5, "xy")', left: '$pad("a", -3)', none: '$pad("abc", 2)' },
      {},
    )
    expect(shown).toEqual({
      right: { value: 'a😀xyx' },
      left: { value: '  a' },
      none: { value: 'abc' },
    })
  })

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

test.each<[string, unknown, string[]]>([
  ['a number for a name', { Status: 0, Result: [{ Name: 7 }] }, ['name: Invalid input: expected string, received number']],
  ['nothing of what the service is about', { Status: 0, Result: [{ TaxId: knownDocument }] }, ['status: the service must state it, and it is absent']],
  ['a status that nobody knows', { Status: 5, Result: [{}] }, ['success: it does not hold of this answer, and no rule says what it is']],
  ['a status that cannot be compared', { Status: 'late' }, ['errors.0: it cannot be evaluated over this answer']],
  ['no JSON', 'maintenance', ['body: it is no JSON']],
])('the dry run names where what does not fit stands: %s', async (_name, answer, faults) => {
  await using bureau = await openBureau()
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const asked = { params: {}, service: 'BasicInfos', recorded: { status: 200, text } }
  const shown = await dryRun('bureau.yaml', bureau.folder, asked)
  expect(shown).toMatchObject({ outcome: { kind: 'uncertain' }, faults })
}) // prettier-ignore

const callback = `
async:
  callback:
    id: body.QueryId
    vendorId: body.QueryId
    attempt: query.rid
    done: body.State = 'ready'
    signature: { header: X-Signature, secret: { secret: hook } }
`
const found = { TaxId: knownDocument, Name: knownName, TaxIdStatus: 'REGULAR' }
const called = { QueryId: 'q-1', State: 'ready', Status: 0, Result: [found] }

type Called = [name: string, body: unknown, shown: object, change?: (text: string) => string]

test.each<Called>([
  ['a number for a name', { ...called, Result: [{ Name: 7 }] }, { outcome: { kind: 'uncertain' }, faults: ['name: Invalid input: expected string, received number'] }],
  ['one about somebody else', called, { faults: ['success: it does not hold of this answer, and no rule says what it is'] }, replaced('body.Status = 0', 'body.TaxId = params.document')],
  ['another purchase', { ...called, QueryId: 'q-2' }, { names: { vendorId: 'q-2' }, faults: ['async.callback.vendorId: it is not the id of the answer'] }],
  ['no purchase', { ...called, QueryId: undefined }, { names: {}, faults: ['async.callback.attempt: it names no purchase in this callback', 'async.callback.vendorId: it names no purchase in this callback'] }],
  ['a state that cannot be compared', called, { faults: ['async.callback.done: it cannot be evaluated over this answer'] }, replaced("State = 'ready'", "State ~> $error('no')")],
  ['no JSON', 'maintenance', { faults: ['body: it is no JSON'] }],
  ['progress', { ...called, State: 'working' }, { names: { vendorId: 'q-1' }, outcome: { kind: 'accepted' } }],
])('the dry run names where what does not fit of a callback stands: %s', async (_name, body, shown, change = (text) => text) => {
  await using bureau = await openBureau((text) => change(text + callback))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const recorded = { status: 202, text: JSON.stringify({ QueryId: 'q-1', Status: 0, Result: [{}] }) }
  const asked = { params: {}, service: 'BasicInfos', recorded, callback: { text, query: {} } }
  const { callback: of, ...first } = await dryRun('bureau.yaml', bureau.folder, asked)
  expect(first).toMatchObject({ outcome: { kind: 'accepted', vendorId: 'q-1' } })
  expect(of).toMatchObject(shown)
  expect(of?.faults === undefined).toBe(!("faults" in shown))
}) // prettier-ignore

test('the dry run shows what would be sent, without secrets, and what a recorded answer and a callback map to', async () => {
  await using bureau = await openBureau((text) => text + callback)
  const { folder } = bureau
  const [answer, later] = [join(folder, 'answer.json'), join(folder, 'callback.json')]
  writeFileSync(answer, JSON.stringify({ QueryId: 'q-1', Status: 0, Result: [{}] }))
  writeFileSync(later, JSON.stringify(called))
  const command = join(import.meta.dirname, '../../../../src/main/commands/try-check.ts')
  const params = JSON.stringify({ document: knownDocument })
  const told = ['--params', params, '--answer', answer, '--callback', later, '--query', 'rid=a-1']
  const args = [command, join(folder, 'bureau.yaml'), ...told]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({
    request: {
      method: 'POST',
      headers: { authorization: expect.stringMatching(/^Bearer <token of /) },
      body: { q: { doc: knownDocument }, Datasets: 'basic_data' },
    },
    outcome: { kind: 'accepted', vendorId: 'q-1' },
    callback: {
      names: { attemptId: 'a-1', vendorId: 'q-1' },
      outcome: { kind: 'answered', answer: { name: knownName, status: 'regular' } },
    },
  })
})
