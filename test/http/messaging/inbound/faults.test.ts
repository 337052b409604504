// Faults of our access and sender, and codes that no table knows, as vendors report them after they took a message.
import { expect } from 'vitest'
import { readAgenda } from '#src/journey/agenda/read.ts'
import { createFaultWatch } from '#src/messaging/sending/account-faults.ts'
import { accountFaults } from '#src/messaging/challenges/table.ts'
import { suppressions } from '#src/messaging/phones/table.ts'
import type { TestApp } from '#test/support/app.ts'
import { test } from '#test/db/fixture.ts'
import {
  metaBody,
  metaStatus,
  postMeta,
  postZenvia,
  report,
} from '#test/support/messaging/callbacks.ts'
import { accounts, openHooks, read, type SentRecord, sendRecord } from '#test/support/hooks.ts'

const settings = { holdMs: 5_000, failuresMax: 5, idleMs: 900_000, historyMax: 2_000 }

/** When the record is sent again, in seconds from now, up to the next five; undefined: it is not. */
async function secondsToNext({ deps }: TestApp, { id }: SentRecord): Promise<number | undefined> {
  const agenda = await readAgenda(deps.db, settings, { id, after: 0 })
  const due = agenda?.tasks.find(({ task }) => task === 'challenge-send')?.dueAt
  return due === undefined ? undefined : Math.ceil((due - Date.now()) / 5_000) * 5
}

const claims = { mode: 'live' } as const

const zenviaStatus = (sent: SentRecord, code: string) => ({
  id: 'event',
  type: 'MESSAGE_STATUS',
  channel: 'sms',
  messageId: sent.messageId,
  message: { id: sent.messageId, externalId: `${sent.ref}.1` },
  messageStatus: { code, timestamp: new Date().toISOString(), causes: [] },
})

test.for([
  ['Twilio', '30021'],
  ['Twilio', '30022'],
  ['Twilio', '63026'],
  ['Meta', '131031'],
  ['Meta', '133010'],
  ['Meta', '130403'],
  ['Zenvia', 'REJECTED'],
] as const)(
  '%s’s %s speaks of the account alone: an alarm, an outage for the client, and nobody suppressed',
  async ([vendor, code], { db }) => {
    const account = { Twilio: accounts.main, Meta: accounts.meta, Zenvia: accounts.zenvia }[vendor]
    const app = await openHooks(db, [account])
    const challengeKind = vendor === 'Meta' ? ('whatsapp-2fa' as const) : ('sms-2fa' as const)
    const sent = await sendRecord(app, { account, claims, challengeKind })
    const before = await db.select().from(suppressions)
    if (vendor === 'Twilio') await report(app, sent, 'undelivered', { ErrorCode: code })
    if (vendor === 'Zenvia') await postZenvia(app, zenviaStatus(sent, code))
    if (vendor === 'Meta') {
      const errors = [{ code: Number(code), title: 'Locked' }]
      await postMeta(app, metaBody({ statuses: [metaStatus(sent, 'failed', { errors })] }))
    }
    // The only account is tried no more, and the next one would be at once.
    expect(await secondsToNext(app, sent)).toBeLessThanOrEqual(0)
    expect(await db.select().from(suppressions)).toEqual(before)
    const faults = await db.select().from(accountFaults)
    expect(
      faults.filter((one) => one.account === account.id && one.code.endsWith(code.toLowerCase())),
    ).toHaveLength(1)
    const { values } = await app.deps.metrics.accountFaults.get()
    expect(values).toMatchObject([{ value: 1, labels: { account: account.id } }])
  },
)

test('what is reported rests the account at every worker, as refusals to its tenant do', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.other])
  const noted: string[][] = []
  let now = Date.now()
  const noteRefusal = (...of: [string, string]) => void noted.push(of)
  const watch = createFaultWatch(db, { noteRefusal }, () => now)
  const sent = await sendRecord(app, { account: accounts.other, claims })
  await report(app, sent, 'undelivered', { ErrorCode: '30022' })
  now += 10_000
  await watch()
  await watch()
  const of = noted.filter(([account]) => account === 'twilio-other')
  expect(of).toEqual([['twilio-other', expect.any(String)]])
  const { calls } = app.deps
  for (let fault = 0; fault < 5; fault += 1) calls.noteRefusal('twilio-other', 'acme')
  expect(calls.restMs('twilio-other', 'acme')).toBeGreaterThan(50_000)
  expect(calls.restMs('twilio-other', 'beta')).toBe(0)
})

test.for([
  ['sms-token', 30],
  ['sms-2fa', 60],
] as const)(
  'a code that no table knows: a %s goes to the next account after %i s',
  async ([challengeKind, seconds], { db }) => {
    const app = await openHooks(db, [accounts.main, accounts.other])
    const own = { ...claims, tenant: `unknown-${challengeKind}` }
    const sent = await sendRecord(app, { challengeKind, claims: own })
    await report(app, sent, 'undelivered', { ErrorCode: '99999' })
    expect(await secondsToNext(app, sent)).toBe(seconds)
    expect(await read(app, sent)).not.toHaveProperty('failure')
  },
)

test('the second question of an hour stays as it is, and says that nobody knows; a token goes on', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.main, accounts.other])
  const own = { ...claims, tenant: 'doubling' }
  const ask = async (challengeKind: 'sms-2fa' | 'sms-token') => {
    const sent = await sendRecord(app, { challengeKind, claims: own })
    await report(app, sent, 'undelivered', { ErrorCode: '99999' })
    return { sent, seconds: await secondsToNext(app, sent) }
  }
  expect((await ask('sms-2fa')).seconds).toBe(60)
  const second = await ask('sms-2fa')
  expect(second.seconds).toBeUndefined()
  expect(await read(app, second.sent)).toMatchObject({ failure: { code: 'send-uncertain' } })
  expect((await ask('sms-token')).seconds).toBe(30)
  const { values } = await app.deps.metrics.questionsDoubled.get()
  expect(values.map(({ labels, value }) => [labels.outcome, value])).toEqual([
    ['sent', 1],
    ['refused', 1],
  ])
})

test('without another account nothing is tried again: send-uncertain, and undelivered once it has left', async ({
  db,
}) => {
  const app = await openHooks(db, [accounts.main])
  const sent = await sendRecord(app, { claims })
  await report(app, sent, 'undelivered', { ErrorCode: '99999' })
  expect(await read(app, sent)).toMatchObject({ failure: { code: 'send-uncertain' } })
  const left = await sendRecord(app, { claims })
  await report(app, left, 'sent')
  await report(app, left, 'undelivered', { ErrorCode: '99999' })
  expect(await read(app, left)).toMatchObject({ failure: { code: 'undelivered' } })
})
