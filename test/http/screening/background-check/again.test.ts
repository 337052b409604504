// A check that is asked again: what has its result is not bought a second time, and what may have been bought only
// when the client says so; in its POST and in the rerun of a pack.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test as database } from '#test/db/fixture.ts'
import type { CheckAccount, CheckOutcome } from '#src/screening/orders/port.ts'
import { startStandIn } from '#test/contract/stand-in-worker.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { definePack, module, sequence } from '#test/support/packs/build.ts'
import { publishPacks } from '#test/support/packs/publish.ts'
import { until } from '#test/workflow/client.ts'

const claims = { mode: 'live' } as const
const uncertain: CheckOutcome = { kind: 'uncertain', cause: 'timeout' }
const refused: CheckOutcome = { kind: 'rejected', class: 'account', code: 'scripted-403' }
const clean: CheckOutcome = { kind: 'answered', answer: { matches: [] } }
const known: CheckOutcome = { kind: 'answered', answer: { name: 'Maria Souza' } }

/** Says of each service what it is told, and counts what it was asked. */
function scripted(says: Record<string, CheckOutcome>) {
  const asked: string[] = []
  const account: CheckAccount = {
    id: 'scripted',
    vendor: 'scripted',
    repeat: 'never',
    costMicros: 0,
    timeoutMs: 1_000,
    resultMs: 0,
    offers: () => true,
    buy: async ({ service }) => {
      asked.push(service)
      return says[service] ?? clean
    },
    verifyWebhook: () => false,
    parseWebhook: async () => [],
  }
  return { account, asked, says }
}

type Scripted = ReturnType<typeof scripted>

async function withScript(
  db: Parameters<typeof createTestApp>[0],
  script: Scripted,
  work: (app: TestApp, id: string) => Promise<void>,
) {
  const checking = sandboxChecking({ accounts: [script.account] })
  const app = await createTestApp(db, undefined, { checking })
  await using _worker = startStandIn(app)
  const body = { documentType: 'CPF', document: '52998224725', name: 'Maria Souza' }
  const created = await app.call('POST', '/v1/transaction', { body, claims })
  await work(app, (await created.json()).id)
}

const path = (id: string) => `/v1/transaction/${id}/backgroundcheck`
const usual = ['BasicInfos', 'Sanctions', 'Pep']

const ask = (app: TestApp, id: string, more: object = {}, headers = {}) =>
  app.call('POST', path(id), { body: { services: usual, ...more }, claims, headers })

const ended = (app: TestApp, id: string) =>
  until(async () => {
    const [one] = await (await app.call('GET', path(id), { claims })).json()
    return one === undefined || one.status === 'processing' ? undefined : one
  })

database(
  'a repeat asks what failed, never what completed and never what is uncertain',
  async ({ db }) => {
    const script = scripted({ BasicInfos: known, Sanctions: refused, Pep: uncertain })
    await withScript(db, script, async (app, id) => {
      await ask(app, id)
      expect(await ended(app, id)).toMatchObject({
        status: 'partial',
        services: [
          { name: 'BasicInfos', status: 'completed' },
          { name: 'Sanctions', failure: 'provider-failed' },
          { name: 'Pep', failure: 'check-uncertain' },
        ],
      })
      script.says['Sanctions'] = clean
      script.asked.splice(0)
      expect((await ask(app, id)).status).toBe(200)
      expect(await ended(app, id)).toMatchObject({ status: 'partial' })
      expect(script.asked).toEqual(['Sanctions'])
      const answer = await ask(app, id)
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({ code: 'purchase-uncertain' })
      expect(answer.headers.get('retry-after')).toBeNull()
      expect(script.asked).toEqual(['Sanctions'])
    })
  },
)

database('again buys what may have been bought, under a key and once for it', async ({ db }) => {
  const script = scripted({ BasicInfos: known, Pep: uncertain })
  await withScript(db, script, async (app, id) => {
    await ask(app, id)
    await ended(app, id)
    script.says['Pep'] = clean
    script.asked.splice(0)
    const keyless = await ask(app, id, { again: true })
    expect(keyless.status).toBe(400)
    expect(await keyless.json()).toMatchObject({
      errors: [{ pointer: 'header#/idempotency-key', code: 'required' }],
    })
    const headers = { 'idempotency-key': randomUUID() }
    for (const _ of [1, 2]) expect((await ask(app, id, { again: true }, headers)).status).toBe(200)
    expect(await ended(app, id)).toMatchObject({ status: 'completed' })
    expect(script.asked).toEqual(['Pep'])
  })
})

async function startPack(db: Parameters<typeof createTestApp>[0], app: TestApp, id: string) {
  const name = `checked-${randomUUID()}`
  await publishPacks(db, [definePack(name, 1, sequence(module({ key: 'backgroundCheck' })))])
  const pack = `/v1/packs/${name}/${id}`
  await app.call('GET', pack, { claims, headers: { prefer: 'wait=0' } })
  const seen = (status: string) =>
    until(async () => {
      const shown = await (await app.call('GET', pack, { claims })).json()
      return shown.backgroundCheck.moduleStatus === status ? shown : undefined
    })
  const rerun = (body?: object, headers = {}) =>
    app.call('POST', `${pack}/modules/backgroundCheck/rerun`, { body, claims, headers })
  return { seen, rerun }
}

database(
  "a pack's module is done when every service is, and its rerun asks what failed",
  async ({ db }) => {
    const script = scripted({ BasicInfos: known, Sanctions: refused, Pep: uncertain })
    await withScript(db, script, async (app, id) => {
      const { seen, rerun } = await startPack(db, app, id)
      expect(await seen('failed')).toMatchObject({
        backgroundCheck: { results: [{ status: 'partial' }] },
      })
      script.says['Sanctions'] = clean
      script.asked.splice(0)
      expect((await rerun()).status).toBe(202)
      await until(async () => (script.asked.length > 0 ? true : undefined))
      await ended(app, id)
      await seen('failed')
      const answer = await rerun()
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({ code: 'purchase-uncertain' })
      expect((await rerun({ again: true })).status).toBe(400)
      script.says['Pep'] = clean
      const again = await rerun({ again: true }, { 'idempotency-key': randomUUID() })
      expect(again.status).toBe(202)
      expect(await seen('completed')).toMatchObject({
        backgroundCheck: { results: [{ status: 'completed' }] },
      })
      expect(script.asked).toEqual(['Sanctions', 'Pep'])
    })
  },
)

database("a pack's module takes no check of other services or of somebody else", async ({ db }) => {
  const script = scripted({ BasicInfos: known })
  await withScript(db, script, async (app, id) => {
    await ask(app, id, { services: ['Sanctions'] })
    await ended(app, id)
    await ask(app, id, { checkParams: { cpf: '39053344705', fullName: 'Rui Reis' } })
    await ended(app, id)
    script.asked.splice(0)
    const { seen } = await startPack(db, app, id)
    await seen('completed')
    expect(script.asked.toSorted()).toEqual(usual.toSorted())
    const other = await startPack(db, app, id)
    await other.seen('completed')
    expect(script.asked).toHaveLength(3)
  })
})
