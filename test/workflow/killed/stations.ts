// Journeys to phones, each of which stands at another point of its call to a vendor when the worker is killed: by
// accounts whose vendor can be asked what it has taken, and by such whose vendor cannot.
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { doubledSends } from '#src/messaging/challenges/table.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { TimelineEntry } from '#src/journey/journal/schema.ts'
import { type Caller, createCaller } from '#test/support/caller.ts'
import { type Hold, holdRows, holdTransaction } from '#test/support/hold.ts'
import { type Carriers, newPhone, startCarriers, toE164 } from '#test/support/messaging/carriers.ts'
import type { Process } from '#test/support/process.ts'
import type { Behaviour } from '#test/support/vendors/server.ts'
import { measureAcceptance, type Part, type Steps, untilJournaled, type Waits } from './part.ts'
import type { SmtpServer } from '#test/support/servers/smtp.ts'
import type { CheckServer } from '#test/support/vendors/check-server.ts'
import type { TestWith } from '#test/db/fixture.ts'

/** Where the call stood when the worker was killed, and how the vendor behaved until then. */
const points = {
  /** Within the commit that claims it. */
  claiming: 'accept',
  /** Claimed, and nothing was written to the vendor. */
  unwritten: 'accept',
  /** Claimed, and nothing was taken by the vendor. */
  claimed: 'hang-before-taking',
  /** Taken, and not answered. */
  called: 'hang',
  /** Answered; the commit that records it has only begun. */
  answered: 'accept',
  /** The record is written, and not committed. */
  recording: 'accept',
  recorded: 'accept',
  /** Asked for after the kill. */
  other: 'accept',
} as const satisfies Record<string, Behaviour>
export type Point = keyof typeof points

/** Each a tenant. Twilio is asked what it has taken; of Meta and Zenvia nobody can know. */
const pointsOf = {
  twilio: ['claiming', 'recording', 'recorded', 'other'],
  backed: ['claimed', 'called', 'answered'],
  mute: ['unwritten'],
  meta: ['claiming', 'claimed', 'called', 'answered', 'recording', 'recorded'],
  zenvia: ['claimed', 'called', 'answered'],
} as const satisfies Record<string, readonly Point[]>
export type Tenant = keyof typeof pointsOf

/** Of each tenant; that another account could send as well is no reason to, where the hour's share is used up. */
const accounts = {
  twilio: ['first'],
  backed: ['first', 'second'],
  mute: ['mute'],
  meta: ['meta'],
  zenvia: ['blind', 'first'],
} as const

type Sent = { readonly status: string; readonly failure?: { readonly code: string } }

export type Station = {
  readonly tenant: Tenant
  readonly point: Point
  readonly id: string
  readonly number: string
  readonly caller: Caller
  ask(): Promise<void>
  read(): Promise<Sent | undefined>
  timeline(): Promise<readonly TimelineEntry[]>
  /** Resolves when the timeline has that entry. */
  reaches(kind: string): Promise<unknown>
}

export type Stations = Waits & {
  of(tenant: Tenant, point: Point): Station
  /** Messages that vendors have taken for the number of that station. */
  taken(station: Station): number
}

export async function startStations(): Promise<Part<Stations>> {
  const carriers = await startCarriers(accounts)
  return {
    environment: carriers.environment,
    environmentLater: carriers.environmentLater,
    prepare: (url, db) => prepare(carriers, url, db),
    close: () => carriers.close(),
  }
}

async function prepare(carriers: Carriers, url: string, db: Db): Promise<Steps<Stations>> {
  await db.insert(doubledSends).values({ tenant: 'zenvia', mode: 'live', at: new Date() })
  const all = await Promise.all(
    // Safe because the object is a literal.
    (Object.keys(pointsOf) as Tenant[]).flatMap((tenant) =>
      pointsOf[tenant].map((point) => createStation(url, tenant, point)),
    ),
  )
  const of = (tenant: Tenant, point: Point) =>
    all.find((one) => one.tenant === tenant && one.point === point) ?? fail()
  const holds: Hold[] = []
  const met = new Set<Station>()
  const stationOf = (number: string) => all.find((one) => one.number === number) ?? fail()

  /** The vendor has taken the message, and answers next. */
  async function holdAtTaking({ point, id }: Station) {
    if (point === 'answered') holds.push(await holdTransaction(db, id))
    if (point === 'recording')
      holds.push(
        await holdRows(
          db,
          sql`select 1 from challenge_attempt where challenge_id in
            (select id from challenge where transaction_id = ${id}) for update`,
        ),
      )
  }
  const meet = (number: string): Behaviour => {
    const station = stationOf(number)
    met.add(station)
    return points[station.point]
  }
  direct(carriers, meet, (number) => holdAtTaking(stationOf(number)))

  await measure(of('meta', 'recorded'))
  await measure(of('twilio', 'recorded'))
  return {
    async hold() {
      const asked = all.filter(({ point }) => ['answered', 'recording'].includes(point))
      await Promise.all(asked.map((one) => one.ask()))
      await untilTrue(() => holds.length === asked.length)
      await Promise.all(holds.map((one) => one.untilWaitedFor('atesta-worker')))
    },
    async hang() {
      const hanging = all.filter(({ point }) => ['claimed', 'called'].includes(point))
      await Promise.all([...hanging, of('mute', 'unwritten')].map((one) => one.ask()))
      await untilTrue(() => hanging.every((one) => met.has(one)) && carriers.countMuted() === 1)
    },
    async stop(worker) {
      holds.push(
        ...(await holdClaims(db, worker, [of('twilio', 'claiming'), of('meta', 'claiming')])),
      )
    },
    async release() {
      await Promise.all(holds.map((one) => one.release()))
      direct(
        carriers,
        () => 'accept',
        async () => undefined,
      )
    },
    async goOn() {
      const othersMs = await measure(of('twilio', 'other'))
      return { of, taken: ({ number }) => countTaken(carriers, number), othersMs }
    },
  }
}

const measure = (station: Station) =>
  measureAcceptance(station.caller, station.id, () => station.ask())

const fail = (): never => {
  throw new Error('there is a station for each number and each point')
}

const untilTrue = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: 30_000, interval: 10 })

/** What each vendor does with a message to a number, and what happens when it has taken it. */
function direct(
  { first, second, blind, meta }: Carriers,
  behaviourOf: (number: string) => Behaviour,
  atTaking: (number: string) => Promise<void>,
): void {
  for (const server of [first, second]) {
    server.behaviourOf = ({ to }) => behaviourOf(to)
    server.atTaking = ({ to }) => atTaking(to)
  }
  for (const server of [blind, meta]) {
    server.behaviourOf = ({ to }: { to: string }) => behaviourOf(`+${to}`)
    server.atTaking = ({ to }: { to: string }) => atTaking(`+${to}`)
  }
}

/** Between the request and the claim there is nothing to wait for: the worker stands still meanwhile. */
async function holdClaims(
  db: Db,
  worker: Process,
  stations: readonly Station[],
): Promise<readonly Hold[]> {
  worker.signal('SIGSTOP')
  const holds = await Promise.all(
    stations.map(async (station) => {
      await station.ask()
      const { id } = station
      return holdRows(db, sql`select 1 from challenge where transaction_id = ${id} for update`)
    }),
  )
  worker.signal('SIGCONT')
  await Promise.all(holds.map((one) => one.untilWaitedFor('atesta-worker')))
  return holds
}

const countTaken = ({ first, second, blind, meta }: Carriers, number: string) =>
  [...first.messages, ...second.messages].filter(({ to }) => to === number).length +
  [...blind.messages, ...meta.messages].filter(({ to }) => `+${to}` === number).length

async function createStation(url: string, tenant: Tenant, point: Point): Promise<Station> {
  const caller = createCaller(url, { mode: 'live', tenant })
  const phone = newPhone()
  const person = { documentType: 'CPF', document: '52998224725', phone }
  const created = await caller.send('POST', '/v1/transaction', person)
  if (created.status !== 201) throw new Error(`creating answered ${created.status}`)
  const id = String(created.body['id'])
  const path = `/v1/transaction/${id}/${tenant === 'meta' ? 'whatsapps' : 'sms'}/2fa`
  return {
    tenant,
    point,
    id,
    number: toE164(phone),
    caller,
    async ask() {
      const { status } = await caller.send('POST', path)
      if (status !== 201) throw new Error(`asking answered ${status}`)
    },
    read: async () => (await caller.send<Sent[]>('GET', path)).body[0],
    timeline: () => caller.timeline(id),
    reaches: (kind) => untilJournaled(caller, id, kind),
  }
}

export const addresses = {
  recorded: 'recorded@example.com',
  recordedInSandbox: 'recorded-in-sandbox@example.com',
  unanswered: 'unanswered@example.com',
  answered: 'answered@example.com',
  unsent: 'unsent@example.com',
  unsentInSandbox: 'slow+unsent@example.com',
  other: 'other@example.com',
} as const

/** One transaction for each moment at which the worker was killed. */
export type MailScene = Waits & {
  readonly smtp: SmtpServer
  readonly live: Caller
  readonly sandbox: Caller
  readonly ids: { readonly [Moment in keyof typeof addresses]: string }
}

/** One transaction for each moment at which the worker was killed. */
export type PurchasesScene = {
  readonly server: CheckServer
  readonly keyed: Caller
  readonly never: Caller
  readonly ids: Readonly<Record<'recorded' | 'unanswered' | 'answered' | 'unrepeatable', string>>
}

export type Killed = {
  readonly mail: MailScene
  readonly phones: Stations
  readonly purchases: PurchasesScene
}

export type KilledTest = TestWith<{ killed: Killed }>
