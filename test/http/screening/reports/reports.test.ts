// Live accounts: the next one after one that bought nothing, and what a vendor reports later.
import { expect } from 'vitest'
import type {
  CheckAccount,
  CheckAnswer,
  CheckContext,
  CheckOutcome,
} from '#src/screening/orders/port.ts'
import { createKeyring, openKeyring } from '#src/platform/seal/keys.ts'
import { createSealer } from '#src/platform/seal/sealer.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { test as database } from '#test/db/fixture.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { until } from '#test/workflow/client.ts'

type Scripted = CheckAccount & { readonly bought: CheckContext[] }

/** Answers what it is told; its signature is its name. */
function scripted(id: string, outcome: CheckOutcome, own: Partial<CheckAccount> = {}): Scripted {
  const bought: CheckContext[] = []
  return {
    id,
    vendor: 'scripted',
    repeat: 'never',
    costMicros: 700,
    timeoutMs: 1_000,
    resultMs: 60_000,
    offers: () => true,
    buy: async (_, ctx) => {
      bought.push(ctx)
      return outcome
    },
    verifyWebhook: ({ headers }) => headers['x-signature'] === id,
    parseWebhook: async ({ rawBody }) => [JSON.parse(Buffer.from(rawBody).toString())],
    bought,
    ...own,
  }
}

// What waits to be matched lies in one inbox, under one key.
const sealer = createSealer(openKeyring(createKeyring()))
const claims = { mode: 'live' } as const
const answer: CheckAnswer = { matches: [] }

async function withAccounts(
  db: Parameters<typeof createTestApp>[0],
  accounts: readonly CheckAccount[],
  work: (app: TestApp, id: string) => Promise<void>,
) {
  const app = await createTestApp(db, sealer, { checking: sandboxChecking({ accounts }) })
  await using _worker = startStandIn(app)
  const body = { documentType: 'CPF', document: '52998224725', name: 'Maria Souza' }
  const created = await app.call('POST', '/v1/transaction', { body, claims })
  const { id } = await created.json()
  const path = `/v1/transaction/${id}/backgroundcheck`
  const asked = await app.call('POST', path, { body: { services: ['Pep'] }, claims })
  expect(asked.status).toBe(200)
  await work(app, id)
}

async function timeline(app: TestApp, id: string): Promise<{ kind: string }[]> {
  return (await app.call('GET', `/v1/transaction/${id}/timeline`, { claims })).json()
}

const journaled = (app: TestApp, id: string, kind: string) =>
  until(async () => {
    const found = (await timeline(app, id)).filter((entry) => entry.kind === kind)
    return found.length > 0 ? found : undefined
  })

async function service(app: TestApp, id: string) {
  const path = `/v1/transaction/${id}/backgroundcheck`
  const [check] = await (await app.call('GET', path, { claims })).json()
  return { ...check.services[0], checkStatus: check.status }
}

const report = (app: TestApp, account: string, body: object, signature = account) =>
  app.call('POST', `/hooks/checks/${account}`, { body, headers: { 'x-signature': signature } })

database(
  'what surely bought nothing goes to the next account, and the timeline says who cost what',
  async ({ db }) => {
    const first = scripted('first', { kind: 'rejected', class: 'account', code: 'first-quota' })
    const second = scripted('second', { kind: 'answered', answer, costMicros: 900 })
    await withAccounts(db, [first, second], async (app, id) => {
      expect(await journaled(app, id, 'check-answered')).toMatchObject([
        { provider: 'second', attempt: 2, costMicros: 900, durationMs: expect.any(Number) },
      ])
      const entries = await timeline(app, id)
      expect(entries.filter(({ kind }) => kind === 'check-deferred')).toMatchObject([
        { provider: 'first', attempt: 1, outcome: 'first-quota', reason: 'account' },
      ])
      expect(await service(app, id)).toMatchObject({ source: 'second', checkStatus: 'completed' })
      const ids = [...first.bought, ...second.bought].map(({ attemptId }) => attemptId)
      expect(new Set(ids).size).toBe(2)
    })
  },
)

database(
  'an answer that comes after nobody knew any more counts, once, and of its own account alone',
  async ({ db }) => {
    const account = scripted('late', { kind: 'uncertain', cause: 'timeout' })
    const other = scripted('other', { kind: 'no-data' })
    await withAccounts(db, [account, other], async (app, id) => {
      await journaled(app, id, 'check-failed')
      expect(await service(app, id)).toMatchObject({ failure: 'check-uncertain' })
      const attemptId = account.bought[0]?.attemptId
      const outcome = { kind: 'answered', answer }
      const body = { kind: 'check', dedupeKey: 'event 1', attemptId, outcome }
      expect((await report(app, 'late', body, 'forged')).status).toBe(401)
      // Taken, and kept as what nothing is known of: the account has made no such attempt.
      expect((await report(app, 'other', body)).status).toBe(200)
      expect(await service(app, id)).toMatchObject({ status: 'failed' })
      for (const _ of [1, 2]) expect((await report(app, 'late', body)).status).toBe(200)
      expect(await service(app, id)).toMatchObject({
        status: 'completed',
        result: answer,
        source: 'late',
        checkStatus: 'completed',
      })
      const again = { ...body, dedupeKey: 'event 2', outcome: { kind: 'no-data' } }
      expect((await report(app, 'late', again)).status).toBe(200)
      expect(await service(app, id)).toMatchObject({ result: answer })
      const kinds = (await timeline(app, id)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'check-answered')).toHaveLength(1)
      expect(kinds.filter((kind) => kind === 'check-report-ignored')).toHaveLength(1)
      expect(other.bought).toEqual([])
    })
  },
)

database(
  'a hit that comes after another account had none is kept beside it, once, and a clean answer is not',
  async ({ db }) => {
    const safe = { repeat: 'safe' } as const
    const slow = scripted('slow', { kind: 'uncertain', cause: 'timeout' }, safe)
    const next = scripted('next', { kind: 'answered', answer })
    await withAccounts(db, [slow, next], async (app, id) => {
      await journaled(app, id, 'check-answered')
      expect(await service(app, id)).toMatchObject({ source: 'next', result: answer })
      const attemptId = slow.bought[0]?.attemptId
      const listed = { topics: [], lists: ['peps'], documents: ['52998224725'] }
      const entry = { id: '1', name: 'x', score: 1, match: true, ...listed }
      const tell = (dedupeKey: string, matches: object[]) =>
        report(app, 'slow', {
          kind: 'check',
          dedupeKey,
          attemptId,
          outcome: { kind: 'answered', answer: { matches } },
        })
      expect((await tell('clean', [])).status).toBe(200)
      expect(await service(app, id)).toMatchObject({ source: 'next' })
      expect((await tell('hit', [entry])).status).toBe(200)
      expect((await tell('hit again', [entry])).status).toBe(200)
      expect(await service(app, id)).toMatchObject({
        status: 'completed',
        source: 'slow',
        result: { matches: [{ id: '1' }] },
        checkStatus: 'completed',
      })
      expect(await journaled(app, id, 'check-answered')).toHaveLength(2)
      const found = await app.call('GET', `/v1/transaction/${id}/insights`, { claims })
      const codes = (await found.json()).map(({ code }: { code: string }) => code)
      expect(codes).toContain('PC002')
    })
  },
)

database(
  'a report that names our attempt with another purchase of the vendor is none of it',
  async ({ db }) => {
    const account = scripted('named', { kind: 'accepted', vendorId: 'v-1' })
    await withAccounts(db, [account], async (app, id) => {
      await journaled(app, id, 'check-awaited')
      const outcome = { kind: 'answered', answer }
      const body = { kind: 'check', attemptId: account.bought[0]?.attemptId, outcome }
      const tell = (vendorId: string) =>
        report(app, 'named', { ...body, vendorId, dedupeKey: vendorId })
      expect((await tell('v-2')).status).toBe(200)
      expect(await service(app, id)).toMatchObject({ status: 'processing' })
      expect((await tell('v-1')).status).toBe(200)
      expect(await service(app, id)).toMatchObject({ status: 'completed', source: 'named' })
    })
  },
)

database('an answer about another document is none', async ({ db }) => {
  const wrong: CheckOutcome = { kind: 'answered', answer: { document: '39053344705', matches: [] } }
  await withAccounts(db, [scripted('wrong', wrong)], async (app, id) => {
    await journaled(app, id, 'check-failed')
    expect(await service(app, id)).toMatchObject({ failure: 'check-uncertain' })
    expect(await service(app, id)).not.toHaveProperty('result')
  })
})

database(
  'a report that cannot be read is refused, and none is believed unsigned',
  async ({ db }) => {
    const account = scripted('late', { kind: 'accepted' })
    await withAccounts(db, [account], async (app, id) => {
      await journaled(app, id, 'check-awaited')
      const headers = { 'x-signature': 'late' }
      const broken = await app.call('POST', '/hooks/checks/late', { body: '<xml/>', headers })
      expect(broken.status).toBe(400)
      expect((await app.call('POST', '/hooks/checks/late', { body: {} })).status).toBe(401)
      expect((await report(app, 'nobody', {})).status).toBe(404)
      const body = { kind: 'check', dedupeKey: 'e', attemptId: account.bought[0]?.attemptId }
      await report(app, 'late', { ...body, outcome: { kind: 'answered', answer: { matches: [] } } })
      expect(await service(app, id)).toMatchObject({ status: 'completed', source: 'late' })
    })
  },
)
