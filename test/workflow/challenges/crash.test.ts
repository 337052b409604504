// A worker killed around a live SMS, at three points: the claim is there and nothing was written to the
// vendor, or nothing taken by it; the vendor has taken it and its answer is not stored; the answer is
// stored. Counted where it counts: what the vendor has taken for each number.
import { sql } from 'drizzle-orm'
import { expect, inject, vi } from 'vitest'
import type { Db } from '#src/db/client.ts'
import { type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import { type Carriers, newPhone, startCarriers, toE164 } from '#test/support/messaging/carriers.ts'
import { createFleet, type Fleet } from '#test/support/process.ts'
import type { Behaviour } from '#test/support/vendors/server.ts'
import { test as base } from '#test/db/fixture.ts'

type Moment = keyof typeof moments

/** When the worker died, and how the vendor behaved until then; `blind` vendors cannot be asked. */
const moments = {
  unwritten: { tenant: 'mute', behaviour: 'accept' },
  claimed: { tenant: 'asked', behaviour: 'hang-before-taking' },
  claimedBlind: { tenant: 'blind', behaviour: 'hang-before-taking' },
  taken: { tenant: 'asked', behaviour: 'hang' },
  takenBlind: { tenant: 'blind', behaviour: 'hang' },
  answered: { tenant: 'asked', behaviour: 'accept' },
  answeredBlind: { tenant: 'blind', behaviour: 'accept' },
  stored: { tenant: 'asked', behaviour: 'accept' },
  other: { tenant: 'asked', behaviour: 'accept' },
} as const satisfies Record<string, { tenant: string; behaviour: Behaviour }>

type Journey = { readonly id: string; readonly number: string; readonly caller: Caller }
type Scene = {
  readonly of: (moment: Moment) => Journey
  /** Messages that a vendor has taken for the number of that moment. */
  readonly taken: (moment: Moment) => number
  /** From the request to the acceptance of a message that was asked for after the kill. */
  readonly othersMs: number
}

const accepted = 'challenge-accepted'

const test = base.extend<{ scene: Scene }>({
  scene: [
    async ({ url, db }, use) => {
      await using parts = new AsyncDisposableStack()
      const carriers = await startCarriers({
        asked: ['first', 'second'],
        blind: ['blind', 'first'],
        mute: ['mute'],
      })
      parts.defer(() => carriers.close())
      const fleet = createFleet({
        databaseUrl: url,
        temporalAddress: inject('temporalAddress'),
        bundlePath: inject('bundlePath'),
        environment: carriers.environment,
      })
      parts.defer(() => fleet.close())
      const { journeys, worker } = await begin(fleet)
      const of = (moment: Moment) => journeys[moment]

      const hold = holdRows(db, [of('answered').id, of('answeredBlind').id])
      const holdIfAnswered = async (number: string) => {
        const answered = [of('answered'), of('answeredBlind')]
        if (answered.some((one) => one.number === number)) await hold.taken()
      }
      carriers.first.atTaking = ({ to }) => holdIfAnswered(to)
      carriers.blind.atTaking = ({ to }) => holdIfAnswered(`+${to}`)
      for (const moment of Object.keys(moments) as Moment[]) {
        if (moment === 'other' || moment === 'unwritten') continue
        const { tenant, behaviour } = moments[moment]
        const server = tenant === 'blind' ? carriers.blind : carriers.first
        server.next.push(behaviour)
        await askSms(of(moment))
        // Each meets its own behaviour.
        await vi.waitFor(() => expect(server.next).toEqual([]), { timeout: 30_000, interval: 10 })
      }
      await untilJournaled(of('stored'), accepted)
      await vi.waitFor(async () => expect(await countBlockedWorkers(db)).toBe(2), 30_000)
      await askSms(of('unwritten'))
      await vi.waitFor(() => expect(carriers.countMuted()).toBe(1), {
        timeout: 30_000,
        interval: 10,
      })

      await worker.kill()
      await hold.release()
      await fleet.startWorker(carriers.environmentLater)
      const askedAt = performance.now()
      await askSms(of('other'))
      await untilJournaled(of('other'), accepted)
      const othersMs = performance.now() - askedAt

      const taken = (moment: Moment) => countTaken(carriers, of(moment).number)
      await use({ of, taken, othersMs })
    },
    { scope: 'file' },
  ],
})

async function begin(fleet: Fleet) {
  const [api, worker] = await Promise.all([fleet.startApi(), fleet.startWorker()])
  const journeys = Object.entries(moments).map(async ([moment, { tenant }]) => {
    const caller = createCaller(api.url, { mode: 'live', tenant })
    const phone = newPhone()
    const body = { documentType: 'CPF', document: '52998224725', phone }
    const created = await caller.send('POST', '/v1/transaction', body)
    return [moment, { id: String(created.body['id']), number: toE164(phone), caller }] as const
  })
  // Safe because there is one for each moment.
  const all = Object.fromEntries(await Promise.all(journeys)) as Record<Moment, Journey>
  return { journeys: all, worker }
}

async function askSms({ id, caller }: Journey): Promise<void> {
  const { status } = await caller.send('POST', `/v1/transaction/${id}/sms/2fa`)
  if (status !== 201) throw new Error(`asking answered ${status}`)
}

async function readSms({ id, caller }: Journey): Promise<Record<string, unknown> | undefined> {
  const { body } = await caller.send<Record<string, unknown>[]>(
    'GET',
    `/v1/transaction/${id}/sms/2fa`,
  )
  return body[0]
}

const countTaken = ({ first, second, blind }: Carriers, number: string) =>
  [...first.messages, ...second.messages].filter(({ to }) => to === number).length +
  blind.messages.filter(({ to }) => `+${to}` === number).length

/** Locks on the transactions' rows keep the worker from recording what it has been told. */
function holdRows(db: Db, ids: readonly string[]) {
  const released = Promise.withResolvers<void>()
  const held: Promise<void>[] = []
  return {
    async taken() {
      const id = ids[held.length]
      if (id === undefined) return
      const locked = Promise.withResolvers<void>()
      const holding = db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from transaction where id = ${id} for update`)
        locked.resolve()
        await released.promise
      })
      held.push(holding)
      await Promise.race([locked.promise, holding])
    },
    async release() {
      released.resolve()
      await Promise.all(held)
    },
  }
}

async function countBlockedWorkers(db: Db): Promise<number> {
  const [row] = await db.execute(
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database()
        and application_name = 'atesta-worker' and wait_event_type = 'Lock'`,
  )
  return Number(row?.['count'])
}

const untilJournaled = ({ id, caller }: Journey, kind: string, timeout = 45_000) =>
  vi.waitFor(async () => expect(ofKind(await caller.timeline(id), kind)).toHaveLength(1), {
    timeout,
    interval: 100,
  })

/** Without what a look-up says that the vendor keeps waiting, as it may on a busy machine. */
const readTimeline = async ({ id, caller }: Journey) =>
  (await caller.timeline(id)).filter(({ outcome }) => outcome !== 'asked')

const kindsOf = async (journey: Journey) => (await readTimeline(journey)).map(({ kind }) => kind)

test.for(['taken', 'answered'] as const)(
  'killed after the vendor took it (%s): the look-up finds it, and it stays one message',
  async (moment, { scene }) => {
    await untilJournaled(scene.of(moment), accepted)
    expect(scene.taken(moment)).toBe(1)
    expect(await kindsOf(scene.of(moment))).toEqual([
      'transaction-created',
      'challenge-opened',
      'challenge-attempt-claimed',
      accepted,
    ])
    expect(await readSms(scene.of(moment))).not.toHaveProperty('failure')
  },
)

test.for(['unwritten', 'claimed'] as const)(
  'killed after the claim, before the vendor took anything (%s): the look-up proves it, and it is sent once',
  async (moment, { scene }) => {
    await untilJournaled(scene.of(moment), accepted)
    expect(scene.taken(moment)).toBe(1)
    const timeline = await readTimeline(scene.of(moment))
    // The claim itself has opened the look-up.
    expect(ofKind(timeline, 'challenge-uncertain')).toEqual([])
    expect(ofKind(timeline, 'challenge-deferred')).toMatchObject([
      { attempt: 1, outcome: 'absent' },
    ])
    expect(ofKind(timeline, accepted)).toMatchObject([{ attempt: 2 }])
  },
)

test.for([
  ['claimedBlind', 0],
  ['takenBlind', 1],
  ['answeredBlind', 1],
] as const)(
  'where the vendor cannot be asked (%s) the record says send-uncertain, and nobody sends again',
  async ([moment, count], { scene }) => {
    await untilJournaled(scene.of(moment), 'challenge-failed')
    expect(scene.taken(moment)).toBe(count)
    expect(await readSms(scene.of(moment))).toMatchObject({
      status: 'Waiting',
      failure: { code: 'send-uncertain' },
    })
    expect(
      (await kindsOf(scene.of(moment))).filter((kind) => kind === 'challenge-attempt-claimed'),
    ).toHaveLength(1)
  },
)

test('killed after the answer was stored: nothing is repeated', async ({ scene }) => {
  expect(scene.taken('stored')).toBe(1)
  expect(await kindsOf(scene.of('stored'))).toEqual([
    'transaction-created',
    'challenge-opened',
    'challenge-attempt-claimed',
    accepted,
  ])
})

test('messages asked for after the kill do not wait for those that it left without an outcome', ({
  scene,
}) => {
  expect(scene.taken('other')).toBe(1)
  expect(scene.othersMs).toBeLessThan(10_000)
})
