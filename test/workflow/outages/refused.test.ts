// A database that is there and refuses the role of the processes: an outage as any other, and what was answered meanwhile is
// written down when it is over.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, vi } from 'vitest'
import { test as base } from '#test/db/fixture.ts'
import { type Caller, createCaller, ofKind, personWith } from '#test/support/caller.ts'
import { built, createFleet } from '#test/support/process.ts'
import { type Receiver, startReceiver } from '#test/support/servers/receiver.ts'
import { type SmtpServer, startSmtp } from '#test/support/servers/smtp.ts'
import { bureauDialect, knownDocument, knownName } from '#test/support/vendors/check-dialects.ts'
import { writeBureau } from '#test/support/vendors/check-harness.ts'
import { type CheckServer, startCheckServer } from '#test/support/vendors/check-server.ts'
import { makeRole, type OwnRole } from './refused.ts'

type Stage = {
  readonly live: Caller
  readonly sandbox: Caller
  readonly role: OwnRole
  readonly smtp: SmtpServer
  readonly bureau: CheckServer
  readonly receiver: Receiver
}

const test = base.extend<{ stage: Stage }>({
  stage: [
    async ({ url }, use) => {
      await using parts = new AsyncDisposableStack()
      const role = await makeRole(url)
      parts.defer(() => role.close())
      const smtp = await startSmtp()
      parts.defer(() => smtp.close())
      const bureau = await startCheckServer(bureauDialect)
      parts.defer(() => bureau.close())
      const receiver = parts.use(await startReceiver())
      const fleet = createFleet({
        ...built,
        databaseUrl: role.url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        environment: {
          SMTP_URL: smtp.url,
          CHECKS: describeBureau(bureau),
          WEBHOOK_PRIVATE_HOSTS: receiver.host,
        },
      })
      parts.defer(() => fleet.close())
      const [api] = await Promise.all([fleet.startApi(), fleet.startWorker()])
      const live = createCaller(api.url, { mode: 'live', scope: 'webhooks:write read write' })
      await use({ live, sandbox: createCaller(api.url), role, smtp, bureau, receiver })
    },
    { scope: 'file' },
  ],
})

const describeBureau = (server: CheckServer) =>
  JSON.stringify({
    accounts: {
      bureau: {
        vendor: 'http',
        file: `${writeBureau(server.url)}/bureau.yaml`,
        secrets: { id: 'client', secret: 'hush' },
        // What is not known of a purchase stays unknown: nothing is asked or bought again.
        repeat: 'never',
        costMicros: 70_000,
        timeoutMs: 10_000,
      },
    },
    ports: { 'person-check': ['bureau'] },
    legalBasis: { purpose: 'test', article: 'LGPD 7, V' },
    privateHosts: [server.host],
  })

test.for(['28P01', '28000', '53300', '55000', '42501'])(
  'while the database refuses the role with %s reads and writes are answered 503 with Retry-After, and well again by themselves',
  async (code, { stage: { sandbox, role } }) => {
    const id = await sandbox.create('before@example.com')
    const how = role.refusals.find((one) => one.code === code) ?? expect.fail('no such refusal')
    await role.refuse(how)
    try {
      // More than one of each: a connection that failed is not the last that is tried.
      for (let round = 0; round < 3; round += 1) {
        const answers = await Promise.all([
          sandbox.send('GET', `/v1/transaction/${id}`),
          sandbox.send('POST', '/v1/transaction', personWith('refused@example.com')),
          sandbox.readToken(id),
          sandbox.queryPack(id),
        ])
        for (const { status, headers, body } of answers) {
          expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'unavailable' })
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        }
      }
      expect(await sandbox.send('GET', '/readyz')).toMatchObject({
        status: 503,
        body: { postgres: 'down' },
      })
    } finally {
      await role.allow(how)
    }
    await vi.waitFor(
      async () => {
        expect((await sandbox.send('GET', `/v1/transaction/${id}`)).status).toBe(200)
        await sandbox.create('after@example.com')
      },
      { timeout: 30_000, interval: 200 },
    )
  },
)

/** Refused from the moment at which `work` is called by a vendor, until some time after it has answered. */
async function refuseWhileAnswering({ role }: Stage): Promise<() => void> {
  const [how] = role.refusals
  if (!how) return expect.fail('no refusal')
  await role.refuse(how)
  await sleep(1_000)
  return () => void sleep(3_000).then(() => role.allow(how))
}

async function untilJournaled(caller: Caller, id: string, kind: string) {
  return vi.waitFor(
    async () => {
      const timeline = await caller.timeline(id)
      if (ofKind(timeline, kind).length === 0)
        throw new Error(`no ${kind} among ${timeline.map((one) => one.kind).join()}`)
      return timeline
    },
    { timeout: 60_000, interval: 200 },
  )
}

test('a mail that the relay takes while the password is changed is accepted by its record, and sent once', async ({
  stage,
}) => {
  const { live, smtp } = stage
  const id = await live.create('sent@example.com')
  const taken = Promise.withResolvers<void>()
  smtp.atFinalDot = async () => {
    const allowLater = await refuseWhileAnswering(stage)
    allowLater()
    taken.resolve()
  }
  await live.askToken(id)
  await taken.promise
  smtp.atFinalDot = undefined
  const timeline = await untilJournaled(live, id, 'challenge-accepted')
  expect(ofKind(timeline, 'challenge-uncertain')).toEqual([])
  expect(ofKind(timeline, 'challenge-attempt-claimed')).toHaveLength(1)
  expect(smtp.mails).toHaveLength(1)
  expect((await live.readToken(id)).body).not.toHaveProperty('failure')
})

test('a check that is bought while the password is changed is kept, and bought once', async ({
  stage,
}) => {
  const { live, bureau } = stage
  const { body: created } = await live.send<{ id: string }>('POST', '/v1/transaction', {
    documentType: 'CPF',
    document: knownDocument,
    name: knownName,
  })
  bureau.atRequest = async ({ url }) => {
    if (url.pathname !== '/people') return
    const allowLater = await refuseWhileAnswering(stage)
    allowLater()
  }
  const path = `/v1/transaction/${created.id}/backgroundcheck`
  expect((await live.send('POST', path, { services: ['BasicInfos'] })).status).toBe(200)
  await vi.waitFor(() => expect(bureau.requests.length).toBeGreaterThan(0), { timeout: 30_000 })
  const timeline = await untilJournaled(live, created.id, 'check-answered')
  bureau.atRequest = undefined
  expect(ofKind(timeline, 'check-uncertain')).toEqual([])
  expect(ofKind(timeline, 'check-failed')).toEqual([])
  expect(bureau.requests.filter(({ url }) => url.pathname === '/people')).toHaveLength(1)
})

test('a webhook that is taken while the password is changed is written down as delivered, and sent once', async ({
  stage,
}) => {
  const { live, receiver, role } = stage
  const [how] = role.refusals
  if (!how) return expect.fail('no refusal')
  receiver.paths.set('/taken', { status: 204, waitMs: 1_500 })
  const made = await live.send<{ id: string }>('POST', '/v1/webhooks', {
    url: receiver.url('/taken'),
    types: ['transaction.created'],
  })
  expect(made.status).toBe(201)
  await live.create('hooked@example.com')
  await vi.waitFor(() => expect(receiver.bodies('/taken')).toHaveLength(1), { timeout: 30_000 })
  await role.refuse(how)
  await sleep(3_000)
  await role.allow(how)
  await vi.waitFor(
    async () => {
      const { body } = await live.send<{ deliveries: { status: string }[] }>(
        'GET',
        `/v1/webhooks/${made.body.id}/deliveries`,
      )
      expect(body.deliveries).toMatchObject([{ status: 'delivered' }])
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(receiver.bodies('/taken')).toHaveLength(1)
})
