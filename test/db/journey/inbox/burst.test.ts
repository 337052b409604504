// Many callbacks at once: none is lost, none is answered 5xx, and no two batches wait for each other.
import { expect } from 'vitest'
import { rematch } from '#src/journey/inbox/retry.ts'
import { unmatchedEvents } from '#src/journey/inbox/table.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  answer,
  metaBody,
  metaStatus,
  metaTap,
  postMeta,
  report,
} from '#test/support/messaging/callbacks.ts'
import {
  payloadOf,
  read,
  readEntries,
  sendRecord,
  type SentRecord,
  readKinds,
  test,
} from '#test/support/hooks.ts'

async function sendMany(app: TestApp, count: number, sending = {}): Promise<SentRecord[]> {
  const sent: SentRecord[] = []
  for (let index = 0; index < count; index += 20)
    sent.push(...(await Promise.all(Array.from({ length: 20 }, () => sendRecord(app, sending)))))
  return sent
}

/** Until what was kept is taken, by the API itself or by a sweep; ends what hangs, and says nothing of speed. */
async function takeAll({ db, deps }: TestApp): Promise<void> {
  await expect
    .poll(
      async () => {
        await rematch(deps)
        return db.$count(unmatchedEvents)
      },
      { timeout: 250_000, interval: 200 },
    )
    .toBe(0)
}

/** Runs `width` of them at a time. */
async function runAll<T>(works: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
  const results: T[] = []
  const queue = [...works]
  const run = async () => {
    for (let work = queue.shift(); work; work = queue.shift()) results.push(await work())
  }
  await Promise.all(Array.from({ length: width }, run))
  return results
}

test(
  'a thousand callbacks while the tenant sends: none lost, none 5xx',
  { timeout: 300_000 },
  async ({ app }) => {
    const sent = await sendMany(app, 40)
    const rounds = [1, 2, 3, 4, 5]
    const callbacks = rounds.flatMap(() =>
      sent.flatMap((one) => [
        () => report(app, one, 'delivered'),
        () => report(app, one, 'sent'),
        () => report(app, one, 'delivered'),
        () => answer(app, one, '1'),
        () => report(app, one, 'sent'),
      ]),
    )
    expect(callbacks).toHaveLength(1_000)
    const sends = sent.map(
      ({ id }) =>
        () =>
          app.call('POST', `/v1/transaction/${id}/whatsapps/2fa`),
    )
    const [answers, sending] = await Promise.all([runAll(callbacks, 100), runAll(sends, 10)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(sending.map(({ status }) => status))).toEqual(new Set([201]))
    await takeAll(app)
    for (const one of sent) {
      expect(await read(app, one)).toMatchObject({ status: 'Replied', text: 'Sim' })
      expect((await readKinds(app, one)).toSorted()).toEqual([
        'delivered',
        'replied 1',
        'reply-ignored already-replied',
        'sent',
      ])
    }
  },
)

test(
  'a batch of a thousand is answered at once, and every event of it is taken',
  { timeout: 300_000 },
  async ({ app }) => {
    const sent = await sendMany(app, 40, { challengeKind: 'whatsapp-2fa' })
    const tapped = sent.map(async (one) => {
      const payload = await payloadOf(app, one, 2)
      return Array.from({ length: 21 }, () => metaTap(one, payload))
    })
    const taps = (await Promise.all(tapped)).flat()
    const statuses = ['read', 'delivered', 'sent', 'delivered'].flatMap((status) =>
      sent.map((one) => metaStatus(one, status)),
    )
    const body = metaBody({ statuses, messages: taps })
    expect(statuses.length + taps.length).toBe(1_000)
    const answered = await postMeta(app, body)
    expect(answered.status).toBe(200)
    // It is kept and answered before its events are taken.
    expect(await app.db.$count(unmatchedEvents)).toBeGreaterThan(0)
    // Meta repeats what it believes to be lost.
    expect((await postMeta(app, body)).status).toBe(200)
    await takeAll(app)
    for (const one of sent) {
      expect(await read(app, one)).toMatchObject({ status: 'Replied', reply: { option: 2 } })
      // The no that is the reply, and once that it was said again.
      const entries = (await readEntries(app, one)).map(({ kind, code }) => `${kind} ${code}`)
      expect(entries).toEqual([...new Set(entries)])
      expect(entries).toHaveLength(7)
    }
  },
)

test('batches over the same records in other orders never wait for each other', async ({ app }) => {
  const sent = await sendMany(app, 20, { challengeKind: 'whatsapp-2fa' })
  const batch = (records: readonly SentRecord[], status: string) => () =>
    postMeta(app, metaBody({ statuses: records.map((one) => metaStatus(one, status)) }))
  const batches = ['sent', 'delivered', 'read'].flatMap((status) => [
    batch(sent, status),
    batch(sent.toReversed(), status),
    batch(
      sent.toSorted(() => Math.random() - 0.5),
      status,
    ),
  ])
  const answers = await runAll(batches, batches.length)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(app.log.filter((line) => line.includes('callback kept'))).toEqual([])
  for (const one of sent) expect(await read(app, one)).toMatchObject({ status: 'Read' })
})
