// A purchase whose process dies while the vendor works at it: repeated at once where that does no harm, and by nobody else.
import { expect } from 'vitest'
import { createCalls } from '#src/journey/calls/calls.ts'
import type { AllDeps } from '#src/main/capability.ts'
import type { CheckAccount } from '#src/screening/orders/port.ts'
import { repeatAbandoned } from '#src/screening/checks/dead-processes.ts'
import { test } from '#test/db/fixture.ts'
import { createTestApp } from '#test/support/app.ts'
import type { Db } from '#src/platform/db/client.ts'
import { sandboxChecking } from '#test/support/checking.ts'
import { performDue } from '#test/support/due.ts'

const document = '52998224725'
const claims = { mode: 'live' } as const

type Vendor = { readonly account: CheckAccount; readonly keys: string[]; answers: boolean }

/** It never answers who asks it, until it does. */
function startVendor(own: Pick<CheckAccount, 'repeat'> & Partial<CheckAccount>): Vendor {
  const vendor: Vendor = {
    keys: [],
    answers: false,
    account: {
      id: 'tried',
      vendor: 'test',
      costMicros: 0,
      timeoutMs: 10_000,
      resultMs: 0,
      verifyWebhook: () => false,
      parseWebhook: async () => [],
      offers: () => true,
      async buy(_request, { attemptId }) {
        vendor.keys.push(attemptId)
        if (!vendor.answers) return new Promise(() => undefined)
        return { kind: 'answered', answer: { document, found: true, status: 'regular' } }
      },
      ...own,
    },
  }
  return vendor
}

/** As a process does whose number the others know, and dies with the call in its hands. */
async function claim(db: Db, { account }: Vendor, number: number | undefined) {
  const app = await createTestApp(db, undefined, {
    checking: sandboxChecking({ accounts: [account] }),
  })
  const { log } = app.deps
  const workedBy = (process: number | undefined): AllDeps => ({
    ...app.deps,
    calls: createCalls({ log, patienceMs: 20, process: () => process }),
  })
  const body = { documentType: 'CPF', document }
  const { id } = await (await app.call('POST', '/v1/transaction', { body, claims })).json()
  const path = `/v1/transaction/${id}/backgroundcheck`
  const services = ['BasicInfos']
  expect((await app.call('POST', path, { body: { services }, claims })).status).toBe(200)
  await performDue(workedBy(number), id)
  return {
    id: String(id),
    nudged: app.nudged,
    other: workedBy(8),
    kinds: async (): Promise<string[]> => {
      const read = await app.call('GET', `/v1/transaction/${id}/timeline`, { claims })
      return (await read.json()).map(({ kind }: { kind: string }) => kind)
    },
    service: async () => (await (await app.call('GET', path, { claims })).json())[0].services[0],
  }
}

const repeat = (deps: AllDeps, isGone: (process: number) => Promise<boolean>) =>
  repeatAbandoned({ deps, runs: { unstick: async () => undefined } }, isGone)

const dead = async (process: number) => process === 7
const noOne = async () => false

test.for(['key', 'safe'] as const)(
  'where its account repeats by %s another process sends it again at once, as the same attempt',
  async (by, { db }) => {
    const vendor = startVendor({ repeat: by })
    const { id, other, kinds, service, nudged } = await claim(db, vendor, 7)
    expect(vendor.keys).toHaveLength(1)
    expect(await repeat(other, noOne)).toBe(0)
    await performDue(other, id)
    expect(vendor.keys).toHaveLength(1)

    const before = nudged.length
    expect(await repeat(other, dead)).toBe(1)
    expect(nudged.length).toBe(before + 1)
    expect(await repeat(other, dead)).toBe(0)
    vendor.answers = true
    await performDue(other, id)

    expect(vendor.keys).toHaveLength(2)
    expect(new Set(vendor.keys).size).toBe(1)
    expect((await kinds()).filter((kind) => kind === 'check-attempt-claimed')).toHaveLength(1)
    expect(await service()).toMatchObject({ status: 'completed', source: 'tried' })
    expect(await repeat(other, dead)).toBe(0)
  },
)

test('the process that repeats it may die too, and a third one goes on', async ({ db }) => {
  const vendor = startVendor({ repeat: 'key' })
  const { id, other, service } = await claim(db, vendor, 7)
  expect(await repeat(other, dead)).toBe(1)
  await performDue(other, id)
  expect(vendor.keys).toHaveLength(2)
  // What it has claimed again is its own.
  expect(await repeat(other, dead)).toBe(0)
  expect(await repeat(other, async (process) => process === 8)).toBe(1)
  vendor.answers = true
  await performDue(other, id)
  expect(new Set(vendor.keys).size).toBe(1)
  expect(await service()).toMatchObject({ status: 'completed' })
})

test.for<[string, Parameters<typeof startVendor>[0]]>([
  ['whose repeat could buy twice', { repeat: 'never' }],
  [
    'that is looked up, which could find nothing of what is under way',
    { repeat: 'lookup', lookUp: async () => 'absent' },
  ],
  ['with a key and a look-up', { repeat: 'key', lookUp: async () => 'absent' }],
])('of an account %s nothing is hurried', async ([, own], { db }) => {
  // prettier-ignore
  const vendor = startVendor(own)
  const { id, other, kinds } = await claim(db, vendor, 7)
  expect(await repeat(other, dead)).toBe(0)
  await performDue(other, id)
  expect(vendor.keys).toHaveLength(1)
  expect((await kinds()).at(-1)).toBe('check-attempt-claimed')
})

test('what a process has claimed that nobody could see die waits for its time', async ({ db }) => {
  const { other } = await claim(db, startVendor({ repeat: 'key' }), undefined)
  // Of those alone that the tests before have left there is a number.
  expect(await repeat(other, async (process) => ![7, 8].includes(process))).toBe(0)
})
