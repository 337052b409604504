// The services of one check are claimed in one commit and bought side by side, each as an attempt of its own.
import { expect } from 'vitest'
import { createCalls } from '#src/journey/calls/calls.ts'
import type { AllDeps } from '#src/main/capability.ts'
import { repeatAbandoned } from '#src/screening/checks/dead-processes.ts'
import type { CheckAccount, CheckAnswer } from '#src/screening/orders/port.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { performDue } from '#test/support/due.ts'
import type { Db } from '#src/platform/db/client.ts'

const document = '52998224725'
const claims = { mode: 'live' } as const
const services = ['BasicInfos', 'Sanctions', 'Pep']

type Answers = 'at once' | 'never' | 'when all are asked'

/** Each service of an account of its own, or all of the first. */
function startVendors(db: Db, accounts: readonly (readonly string[])[]) {
  const keys: string[] = []
  const all = Promise.withResolvers<void>()
  const vendors = { keys, answers: 'at once' as Answers, open: async () => open(db) }
  const toAccount = (offered: readonly string[], at: number): CheckAccount => ({
    id: `account-${at + 1}`,
    vendor: 'test',
    repeat: 'key',
    costMicros: 0,
    timeoutMs: 10_000,
    resultMs: 0,
    verifyWebhook: () => false,
    parseWebhook: async () => [],
    offers: (_port, service) => offered.includes(service),
    async buy({ service }, { attemptId }) {
      keys.push(attemptId)
      if (keys.length === services.length) all.resolve()
      if (vendors.answers === 'never') return new Promise(() => undefined)
      if (vendors.answers === 'when all are asked') await all.promise
      const found = service === 'BasicInfos' ? { status: 'regular' } : { matches: [] }
      return { kind: 'answered', answer: { document, found: true, ...found } as CheckAnswer }
    },
  })
  const checking = sandboxChecking({ accounts: accounts.map(toAccount) })
  return vendors

  async function open(of: Db) {
    const app = await createTestApp(of, undefined, { checking })
    const body = { documentType: 'CPF', document, name: 'Ana Exemplo' }
    const { id } = await (await app.call('POST', '/v1/transaction', { body, claims })).json()
    const path = `/v1/transaction/${id}/backgroundcheck`
    const asked = await app.call('POST', path, { body: { services }, claims })
    expect(asked.status).toBe(200)
    const read = async (of: string) => (await app.call('GET', of, { claims })).json()
    return {
      app,
      id: String(id),
      kinds: async (): Promise<string[]> =>
        (await read(`/v1/transaction/${id}/timeline`)).map(({ kind }: { kind: string }) => kind),
      statuses: async (): Promise<string[]> =>
        (await read(path))[0].services.map(({ status }: { status: string }) => status),
    }
  }
}

const workedBy = ({ deps }: { deps: AllDeps }, options: object = {}): AllDeps => ({
  ...deps,
  calls: createCalls({ log: deps.log, patienceMs: 2_000, ...options }),
})

const count = (kinds: readonly string[], kind: string) => kinds.filter((one) => one === kind).length

test('one task buys them all: each waits until all are asked, and all are recorded in its answer', async ({
  db,
}) => {
  const vendors = startVendors(db, [services])
  vendors.answers = 'when all are asked'
  const { app, id, kinds, statuses } = await vendors.open()
  await performDue(workedBy(app), id)
  expect(await statuses()).toEqual(['completed', 'completed', 'completed'])
  expect(new Set(vendors.keys).size).toBe(3)
  const all = await kinds()
  expect(count(all, 'check-attempt-claimed')).toBe(3)
  // All were claimed before the first was recorded.
  expect(all.lastIndexOf('check-attempt-claimed')).toBeLessThan(all.indexOf('check-answered'))
  expect(count(all, 'check-ended')).toBe(1)
})

test('a full account leaves its order on the agenda in its turn, and the others are bought', async ({
  db,
}) => {
  const vendors = startVendors(db, [['BasicInfos', 'Sanctions'], ['Pep']])
  const { app, id, kinds, statuses } = await vendors.open()
  const deps = workedBy(app, { placesMax: 1 })
  await performDue(deps, id)
  const after = await kinds()
  expect(count(after, 'check-attempt-claimed')).toBe(2)
  expect(count(after, 'check-postponed')).toBe(1)
  expect(await statuses()).toEqual(['completed', 'pending', 'completed'])
  expect(vendors.keys).toHaveLength(2)
  await expect
    .poll(async () => {
      await performDue(deps, id)
      return statuses()
    })
    .toEqual(['completed', 'completed', 'completed'])
  expect(new Set(vendors.keys).size).toBe(3)
})

test('a process that dies between the claims and their record has bought each once: others repeat them under their keys', async ({
  db,
}) => {
  const vendors = startVendors(db, [['BasicInfos', 'Sanctions'], ['Pep']])
  vendors.answers = 'never'
  const { app, id, kinds, statuses } = await vendors.open()
  await performDue(workedBy(app, { patienceMs: 20, process: () => 17 }), id)
  expect(vendors.keys).toHaveLength(3)
  const other = workedBy(app, { process: () => 18 })
  // Nobody asks again while the process may live.
  await performDue(other, id)
  expect(vendors.keys).toHaveLength(3)

  vendors.answers = 'at once'
  const isGone = async (process: number) => process === 17
  expect(await repeatAbandoned({ deps: other, runs: { unstick: async () => undefined } }, isGone)).toBe(3) // prettier-ignore
  await performDue(other, id)
  expect(vendors.keys).toHaveLength(6)
  expect(new Set(vendors.keys).size).toBe(3)
  expect(count(await kinds(), 'check-attempt-claimed')).toBe(3)
  expect(count(await kinds(), 'check-answered')).toBe(3)
  expect(await statuses()).toEqual(['completed', 'completed', 'completed'])
})
