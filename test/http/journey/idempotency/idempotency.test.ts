// Idempotency-Key on every POST.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { hashRequest } from '#src/platform/idempotency/key.ts'
import { commitOn } from '#src/journey/commit/commit.ts'
import { append } from '#src/journey/journal/append.ts'
import { readJournal } from '#src/journey/journal/read.ts'
import { keepMessage } from '#src/sandbox/store.ts'
import { clockSettled } from '#src/journey/lifecycle/kinds.ts'
import { type Answer, type TestApp } from '#test/support/app.ts'
import {
  countRows,
  createToken,
  createTransaction,
  readProblem,
  wrongCode,
} from '#test/support/transactions.ts'
import { test } from '#test/support/app-fixture.ts'

type Request = { path: string; body?: unknown }

/** A request, another one of the same operation, and what has to happen beside it. */
type Prepared = Request & { other: Request; beside?: () => Promise<void> }

type Operation = {
  name: string
  status: number
  prepare: (app: TestApp) => Promise<Prepared>
}

const operations: Operation[] = [
  {
    name: 'createTransaction',
    status: 201,
    prepare: async () => {
      const body = { documentType: 'CPF', document: '52998224725' }
      const path = '/v1/transaction'
      return { path, body, other: { path, body: { ...body, name: 'Other' } } }
    },
  },
  {
    name: 'createEmailToken',
    status: 201,
    prepare: async (app) => {
      const pathOf = async () => `/v1/transaction/${await createTransaction(app)}/emails/tokens`
      return { path: await pathOf(), other: { path: await pathOf() } }
    },
  },
  {
    name: 'validateEmailToken',
    status: 200,
    prepare: async (app) => {
      const id = await createTransaction(app)
      const { code } = await createToken(app, id)
      const path = `/v1/transaction/${id}/emails/tokens/validation`
      return { path, body: { code }, other: { path, body: { code: wrongCode(code) } } }
    },
  },
  {
    name: 'startPack',
    status: 202,
    prepare: async (app) => {
      const path = `/v1/packs/basic/${await createTransaction(app)}`
      return { path, body: {}, other: { path, body: { version: 1 } } }
    },
  },
  {
    name: 'replyToSandboxMessage',
    status: 409,
    prepare: async (app) => {
      const transactionId = await createTransaction(app)
      const content = { to: 'a@b.test', text: 'x' }
      const attemptId = randomUUID()
      await keepMessage(app.db, app.sealer, { transactionId, channel: 'email', attemptId, content })
      const list = `/v1/sandbox/messages?transactionId=${transactionId}`
      const [{ id }] = await (await app.call('GET', list)).json()
      const path = `/v1/sandbox/messages/${id}/reply`
      return { path, body: { option: 1 }, other: { path, body: { option: 2 } } }
    },
  },
  {
    name: 'advanceSandboxClock',
    status: 200,
    prepare: async (app) => {
      const id = await createTransaction(app)
      const path = `/v1/sandbox/transactions/${id}/clock`
      return {
        path,
        body: { advance: 'PT1M' },
        other: { path, body: { advance: 'PT2M' } },
        beside: () => settleMove(app, id),
      }
    },
  },
]

/** What a workflow would do: settles the move of the clock, once it is there. */
async function settleMove({ db, deps }: TestApp, id: string): Promise<void> {
  for (;;) {
    const moved = (await readJournal(db, id)).find(({ kind }) => kind === 'clock-advanced')
    if (moved)
      return commitOn(deps, id, async (_tx, locked) => {
        append(locked, { kind: clockSettled, ref: String(moved.seq) })
      })
    await sleep(20)
  }
}

/** The first request under a key, with what has to happen beside it. */
async function sendFirst(app: TestApp, request: Prepared, key: string): Promise<Answer> {
  const [answer] = await Promise.all([send(app, request, key), request.beside?.()])
  return answer
}

const send = (app: TestApp, { path, body }: Request, key: string) =>
  app.call('POST', path, {
    ...(body !== undefined && { body }),
    headers: { 'idempotency-key': key },
  })

/** What a repeat must have in common with its first: all but the request's own id. */
async function see(answer: Response) {
  const text = await answer.text()
  const body = text === '' ? undefined : JSON.parse(text)
  if (body !== undefined && 'requestId' in body) delete body.requestId
  const kept = [...answer.headers].filter(
    ([name]) => name !== 'request-id' && name !== 'idempotent-replayed',
  )
  return { status: answer.status, headers: kept, body }
}

/** As it is, with ids in upper case, and percent-encoded: all that one address may be written as. */
function respell({ path }: Request): string[] {
  const id = /[\da-f]{8}-[\da-f-]{27}/
  const encode = (text: string) =>
    text.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return [
    path,
    path.replace(id, (found) => found.toUpperCase()),
    path.replace(id, encode),
    path.replace('/basic/', `/${encode('basic')}/`),
  ]
}

describe.for(operations)('$name', ({ name, status, prepare }) => {
  test('answers the same request again with its first answer, and does nothing', async ({
    app,
  }) => {
    const request = await prepare(app)
    const first = await sendFirst(app, request, 'key-1')
    expect(first.status).toBe(status)
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    const before = await countRows(app.db)
    const nudges = app.nudged.length
    const firstSeen = await see(first)
    for (const path of [`${request.path}/`, `${request.path}?`, ...respell(request)]) {
      const again = await send(app, { ...request, path }, 'key-1')
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(await see(again)).toEqual(firstSeen)
    }
    expect(await countRows(app.db)).toEqual(before)
    expect(app.nudged).toHaveLength(nudges)
  })

  test('answers another body, path or query under the same key 422', async ({ app }) => {
    const request = await prepare(app)
    await sendFirst(app, request, 'key-2')
    const before = await countRows(app.db)
    for (const other of [request.other, { ...request, path: `${request.path}?a=1` }]) {
      const refused = await send(app, other, 'key-2')
      expect(refused.status).toBe(422)
      expect(await readProblem(refused)).toMatchObject({ code: 'idempotency-key-reused' })
    }
    expect(await countRows(app.db)).toEqual(before)
  })

  test('answers 409 while the first is running, and does not wait for it', async ({ app }) => {
    const request = await prepare(app)
    const before = await countRows(app.db)
    const owner = { tenant: 'acme', mode: 'sandbox' } as const
    const { lockId } = hashRequest(app.sealer, owner, { operation: name, key: 'key-3', asked: [] })
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockId}::bigint)`)
      const refused = await send(app, request, 'key-3')
      expect(refused.status).toBe(409)
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(await readProblem(refused)).toMatchObject({ code: 'idempotency-in-progress' })
    })
    expect(await countRows(app.db)).toEqual(before)
    expect((await sendFirst(app, request, 'key-3')).status).toBe(status)
  })

  test.for(['', ' ', 'a b', 'é', '"a', 'x'.repeat(256), 'a,b c'])(
    'answers the key %j 400, and does nothing',
    async (key, { app }) => {
      const request = await prepare(app)
      const before = await countRows(app.db)
      const refused = await send(app, request, key)
      expect(refused.status).toBe(400)
      expect(await readProblem(refused)).toMatchObject({
        errors: [{ pointer: 'header#/idempotency-key' }],
      })
      expect(await countRows(app.db)).toEqual(before)
    },
  )
})
