// A worker killed around an e-mail: the relay cannot be asked what it has taken, the sandbox can.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Db } from '#src/platform/db/client.ts'
import { type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import { type Hold, holdTransaction } from '#test/support/hold.ts'
import { type SmtpServer, startSmtp } from '#test/support/servers/smtp.ts'
import { addresses, type KilledTest, type MailScene } from './stations.ts'
import { measureAcceptance, type Part, type Steps, untilJournaled } from './part.ts'

export async function startMail(): Promise<Part<MailScene>> {
  const smtp = await startSmtp()
  return {
    environment: { SMTP_URL: smtp.url },
    prepare: (url, db) => prepare(smtp, url, db),
    close: () => smtp.close(),
  }
}

async function prepare(smtp: SmtpServer, url: string, db: Db): Promise<Steps<MailScene>> {
  const live = createCaller(url, { mode: 'live' })
  const sandbox = createCaller(url)
  const ids = await createAll(live, sandbox)
  await sandbox.askToken(ids.recordedInSandbox)
  await live.askToken(ids.recorded)
  await untilJournaled(live, ids.recorded, 'challenge-accepted')
  await untilJournaled(sandbox, ids.recordedInSandbox, 'challenge-accepted')

  const held = Promise.withResolvers<Hold>()
  return {
    async hold() {
      smtp.behaviourAt = (address) =>
        address === addresses.unsent ? 'hang-at-recipient' : 'accept'
      smtp.atFinalDot = async ({ envelopeTo: [to] }) => {
        if (to !== addresses.answered) return new Promise(() => undefined)
        held.resolve(holdTransaction(db, ids.answered))
        await held.promise
      }
      await live.askToken(ids.answered)
      const hold = await held.promise
      await hold.untilWaitedFor('atesta-worker')
    },
    async hang() {
      await Promise.all([live.askToken(ids.unanswered), live.askToken(ids.unsent)])
      await vi.waitFor(() => expect(smtp.mails.length).toBe(3), { timeout: 30_000 })
      await untilJournaled(live, ids.unsent, 'challenge-attempt-claimed')
    },
    async hurry() {
      await sandbox.askToken(ids.unsentInSandbox)
      await untilJournaled(sandbox, ids.unsentInSandbox, 'challenge-attempt-claimed')
    },
    async release() {
      const hold = await held.promise
      await hold.release()
      smtp.atFinalDot = undefined
      smtp.behaviourAt = undefined
    },
    async goOn() {
      const othersMs = await measureAcceptance(live, ids.other, () => live.askToken(ids.other))
      return { smtp, live, sandbox, ids, othersMs }
    },
  }
}

async function createAll(live: Caller, sandbox: Caller): Promise<MailScene['ids']> {
  const create = async (moment: keyof typeof addresses) =>
    (moment.endsWith('InSandbox') ? sandbox : live).create(addresses[moment])
  return {
    recorded: await create('recorded'),
    recordedInSandbox: await create('recordedInSandbox'),
    unanswered: await create('unanswered'),
    answered: await create('answered'),
    unsent: await create('unsent'),
    unsentInSandbox: await create('unsentInSandbox'),
    other: await create('other'),
  }
}

const mailsTo = ({ smtp }: MailScene, address: string) =>
  smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes(address))

export function mail(test: KilledTest): void {
  test('a message accepted by the relay, whose answer the killed worker never got, stays one message and is called uncertain', async ({
    killed: { mail: scene },
  }) => {
    const { live, ids } = scene
    await untilJournaled(live, ids.unanswered, 'challenge-failed')
    const { body } = await live.readToken(ids.unanswered)
    expect(body).toMatchObject({ status: 'Waiting', failure: { code: 'send-uncertain' } })
    expect(mailsTo(scene, addresses.unanswered)).toHaveLength(1)
    expect(ofKind(await live.timeline(ids.unanswered), 'challenge-attempt-claimed')).toHaveLength(1)
  })

  test('a message whose answer the worker got but could not record before it was killed stays one message and is called uncertain', async ({
    killed: { mail: scene },
  }) => {
    const { live, ids } = scene
    await untilJournaled(live, ids.answered, 'challenge-failed')
    const { body } = await live.readToken(ids.answered)
    expect(body).toMatchObject({ status: 'Waiting', failure: { code: 'send-uncertain' } })
    expect(mailsTo(scene, addresses.answered)).toHaveLength(1)
  })

  test('a message claimed but not handed over before the kill is never sent blindly: the relay cannot be asked, so it is uncertain', async ({
    killed: { mail: scene },
  }) => {
    const { live, ids } = scene
    await untilJournaled(live, ids.unsent, 'challenge-failed')
    const { body } = await live.readToken(ids.unsent)
    expect(body).toMatchObject({ failure: { code: 'send-uncertain' } })
    expect(mailsTo(scene, addresses.unsent)).toHaveLength(0)
  })

  test('where a look-up proves that the claimed message never left, it is sent by the next attempt, once', async ({
    killed: { mail: scene },
  }) => {
    const { sandbox, ids } = scene
    await untilJournaled(sandbox, ids.unsentInSandbox, 'challenge-accepted')
    const timeline = await sandbox.timeline(ids.unsentInSandbox)
    expect(ofKind(timeline, 'challenge-deferred')).toMatchObject([
      { attempt: 1, outcome: 'absent' },
    ])
    expect(ofKind(timeline, 'challenge-accepted')).toMatchObject([{ attempt: 2 }])
    expect(await sandbox.messages(ids.unsentInSandbox)).toHaveLength(1)
  })

  test('transactions that come after the kill do not wait for those that it left uncertain', async ({
    killed: { mail: scene },
  }) => {
    expect(mailsTo(scene, addresses.other)).toHaveLength(1)
    expect(scene.othersMs).toBeLessThan(10_000)
  })

  test('a send that was recorded before the kill is not repeated after it', async ({
    killed: { mail: scene },
  }) => {
    const { live, sandbox, ids } = scene
    // The kill's other transactions are settled by now; whatever was to be repeated would have been.
    await sleep(500)
    expect(mailsTo(scene, addresses.recorded)).toHaveLength(1)
    expect(await sandbox.messages(ids.recordedInSandbox)).toHaveLength(1)
    for (const [client, id] of [
      [live, ids.recorded],
      [sandbox, ids.recordedInSandbox],
    ] as const)
      expect((await client.timeline(id)).map(({ kind }) => kind)).toEqual([
        'transaction-created',
        'challenge-opened',
        'challenge-attempt-claimed',
        'challenge-accepted',
      ])
  })
}
