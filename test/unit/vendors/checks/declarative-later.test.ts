// What an account of a file learns after its purchase: results that come later, and what became of one that is in doubt.
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bureauDialect, knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import {
  bureauSecrets,
  contextOf,
  knownPerson,
  openBureau,
} from '#test/support/vendors/check-harness.ts'
import type { CheckVendorAnswer, CheckVendorRequest } from '#test/support/vendors/check-server.ts'

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
  const states =
    (state: string) =>
    (one: CheckVendorRequest): CheckVendorAnswer => {
      if (one.url.pathname === '/oauth/token') return bureauDialect(one)
      if (one.url.pathname === '/people')
        return { status: 202, body: { QueryId: 'q-1', Status: 0, Result: [{}] } }
      const found = { TaxId: knownDocument, Name: knownName, TaxIdStatus: 'REGULAR' }
      return { status: 200, body: { State: state, Status: 0, Result: [found] } }
    }
  const asking = { ...contextOf(), vendorId: 'q-1' }

  test('are asked for by the id of the vendor until they are there', async () => {
    await using bureau = await openBureau(poll, states('ready'))
    expect(await bureau.account.buy(knownPerson, contextOf())).toEqual({
      kind: 'accepted',
      vendorId: 'q-1',
    })
    expect(await bureau.account.poll?.ask(knownPerson, asking)).toMatchObject({ kind: 'answered' })
    expect(bureau.server.requests.at(-1)?.url.pathname).toBe('/results/q-1')
    expect(bureau.account).toMatchObject({ resultMs: 600_000, poll: { everyMs: 2_000 } })
  })

  test.each([
    ['waiting', undefined],
    ['broken', { kind: 'rejected', class: 'account', code: 'bureau-failed' }],
  ])('%s is told apart from ready', async (state, outcome) => {
    await using bureau = await openBureau(poll, states(state))
    expect(await bureau.account.poll?.ask(knownPerson, asking)).toEqual(outcome)
  })

  const callback = (text: string) => `${text}
async:
  callback:
    id: body.QueryId
    attempt: query.rid
    vendorId: body.QueryId
    signature: { header: X-Signature, secret: { secret: hook }, prefix: 'sha256=' }
`
  const report = (body: object, key = bureauSecrets.hook, path = '/hooks/checks/tried') => {
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
    await using bureau = await openBureau(callback, states('ready'))
    expect(bureau.account.verifyWebhook(report(found))).toBe(true)
    expect(bureau.account.verifyWebhook(report(found, 'another key'))).toBe(false)
    expect(
      bureau.account.verifyWebhook(report(found, bureauSecrets.hook, '/hooks/checks/other')),
    ).toBe(false)
    expect(bureau.account.verifyWebhook({ ...report(found), headers: {} })).toBe(false)
  })

  test('say which attempt they are of, and are read as an answer is', async () => {
    await using bureau = await openBureau(callback, states('ready'))
    const [taken] = await bureau.account.parseWebhook(report(found))
    expect(taken).toMatchObject({
      kind: 'check',
      attemptId: contextOf().attemptId,
      vendorId: 'q-1',
      outcome: { kind: 'unread', body: { QueryId: 'q-1' } },
    })
    if (taken?.outcome.kind !== 'unread') throw new Error('it is unread')
    // Two purchases may be told of in the same words; one is told of once.
    const same = report(found)
    const beside = { ...same, url: same.url.replace(contextOf().attemptId, contextOf().orderId) }
    const [again, other] = await Promise.all(
      [same, beside].map((one) => bureau.account.parseWebhook(one)),
    )
    expect(again?.[0]?.dedupeKey).toBe(taken.dedupeKey)
    expect(other?.[0]?.dedupeKey).not.toBe(taken.dedupeKey)
    const read = await bureau.account.readReport?.(knownPerson, contextOf(), taken.outcome)
    expect(read).toMatchObject({
      kind: 'answered',
      answer: { document: knownDocument, status: 'regular' },
    })
  })

  test.each([
    ['done', "done: body.State = 'ready'", 'done: body.State > 5'],
    ['failed', "failed: body.State = 'broken'", 'failed: $error()'],
  ])('a rule of a poll that throws makes the answer uncertain: %s', async (name, from, to) => {
    await using bureau = await openBureau((text) => poll(text).replace(from, to), states('ready'))
    const outcome = await bureau.account.poll?.ask(knownPerson, asking)
    const misfit = `async.poll.${name}`
    expect(outcome).toEqual({ kind: 'uncertain', cause: 'unreadable', misfit })
  }) // prettier-ignore

  test('a rule of a callback that throws makes the answer uncertain', async () => {
    const broken = (text: string) => callback(text).replace('    vendorId:', '    done: $error()\n    vendorId:') // prettier-ignore
    await using bureau = await openBureau(broken, states('ready'))
    const report = { kind: 'unread', body: found, query: {} } as const
    expect(await bureau.account.readReport?.(knownPerson, contextOf(), report)).toEqual({
      kind: 'uncertain',
      cause: 'unreadable',
      misfit: 'async.callback.done',
    })
  })

  test('a report that is no JSON, or names nothing, is refused', async () => {
    await using bureau = await openBureau(replaceRid(callback), states('ready'))
    const noJson = { ...report({}), rawBody: Buffer.from('<xml/>') }
    await expect(bureau.account.parseWebhook(noJson)).rejects.toThrow(/JSON/)
    await expect(bureau.account.parseWebhook(report({ Status: 0 }))).rejects.toThrow(/names/)
  })

  const replaceRid = (change: (text: string) => string) => (text: string) =>
    change(text).replace('    attempt: query.rid\n', '')
})

describe('a purchase in doubt', () => {
  const lookUp = (text: string) => `${text}
lookUp:
  request:
    method: GET
    path: /purchases/{key}
    parameters: { key: ids.attempt }
  absent: { statuses: [404], when: body.Missing }
  pending: { statuses: [202] }
`
  const found = { TaxId: knownDocument, Name: knownName, TaxIdStatus: 'REGULAR' }
  const asked = async (status: number, body: unknown) => {
    await using bureau = await openBureau(
      lookUp,
      (one) => (one.url.pathname === '/oauth/token' ? bureauDialect(one) : { status, body }),
      { repeat: 'lookup' },
    )
    const outcome = await bureau.account
      .lookUp?.(knownPerson, contextOf())
      .catch((error: Error) => error.message)
    const sent = bureau.server.requests.map(({ method, url }) => `${method} ${url.pathname}`)
    expect(sent.at(-1)).toBe(`GET /purchases/${contextOf().attemptId}`)
    return outcome
  }

  test.for<[string, number, unknown, unknown]>([
    ['was made', 200, { Status: 0, Result: [found] }, { kind: 'answered' }],
    ['was made and found nothing', 200, { Status: 0, Result: [] }, { kind: 'no-data' }],
    ['is under way', 202, {}, { kind: 'accepted' }],
    ['was surely not made', 404, { Missing: true }, 'absent'],
    ['is at another path', 404, 'nothing here', 'unknown'],
    ['is told of in a way that nobody knows', 200, { Result: 5 }, 'unknown'],
    ['cannot be asked after now', 503, {}, 'the vendor could not be asked'],
    ['is asked after too often', 429, {}, 'the vendor could not be asked'],
  ])('%s', async ([, status, body, outcome]) => {
    const result = await asked(status, body)
    expect(typeof result === 'object' ? { kind: result.kind } : result).toEqual(outcome)
  })

  test('needs a file that says how it is asked after', async () => {
    await expect(openBureau(undefined, undefined, { repeat: 'lookup' })).rejects.toThrow(/lookUp/)
  })
})
