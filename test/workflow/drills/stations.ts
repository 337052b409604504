// Twelve journeys, and one worker that is killed while each stands at another point of its call to a vendor:
// six by an account whose vendor can be asked what it has taken, six by one whose vendor cannot.
import { sql } from 'drizzle-orm'
import { inject, vi } from 'vitest'
import type { Db } from '#src/db/client.ts'
import { type Caller, createCaller, ofKind } from '#test/support/caller.ts'
import { newPhone, toE164 } from '#test/support/messaging/carriers.ts'
import { type Hold, holdRows } from '#test/support/hold.ts'
import { createFleet } from '#test/support/process.ts'
import { type MetaServer, startMeta } from '#test/support/vendors/meta.ts'
import type { Behaviour } from '#test/support/vendors/server.ts'
import { startTwilio, type TwilioServer } from '#test/support/vendors/twilio.ts'

/** Where the call stood when the worker was killed, and how the vendor behaved until then. */
export const points = {
  /** Within the commit that claims it. */
  claiming: 'accept',
  /** Claimed, and nothing was taken by the vendor. */
  claimed: 'hang-before-taking',
  /** Taken, and not answered. */
  called: 'hang',
  /** Answered; the commit that records it has only begun. */
  answered: 'accept',
  /** The record is written, and not committed. */
  recording: 'accept',
  recorded: 'accept',
} as const satisfies Record<string, Behaviour>
export type Point = keyof typeof points

/** Twilio is asked what it has taken; of Meta nobody can know. */
export const vendors = ['twilio', 'meta'] as const
export type VendorName = (typeof vendors)[number]

type Sent = { readonly status: string; readonly failure?: { readonly code: string } }

export type Station = {
  readonly vendor: VendorName
  readonly point: Point
  readonly id: string
  readonly number: string
  ask(): Promise<void>
  read(): Promise<Sent | undefined>
  /** Entries of one kind in its timeline. */
  entries(kind: string): Promise<readonly { attempt?: number | null; outcome?: string | null }[]>
  /** Resolves when the timeline has that entry. */
  reaches(kind: string): Promise<void>
}

export type Stations = {
  of(vendor: VendorName, point: Point): Station
  /** Messages that the vendor has taken for the number of that station. */
  taken(station: Station): number
  close(): Promise<void>
}

export async function killAtEachPoint(databaseUrl: string, db: Db): Promise<Stations> {
  await using parts = new AsyncDisposableStack()
  const [twilio, meta] = await Promise.all([startTwilio(), startMeta()])
  parts.defer(async () => void (await Promise.all([twilio.close(), meta.close()])))
  const fleet = createFleet({
    databaseUrl,
    temporalAddress: inject('temporalAddress'),
    bundlePath: inject('bundlePath'),
    environment: { MESSAGING: writeMessaging(twilio, meta) },
  })
  parts.defer(() => fleet.close())
  const [api, worker] = await Promise.all([fleet.startApi(), fleet.startWorker()])
  const caller = createCaller(api.url, { mode: 'live' })
  const all = await Promise.all(
    vendors.flatMap((vendor) => pointsOf().map((point) => createStation(caller, vendor, point))),
  )
  const of = (vendor: VendorName, point: Point) => {
    const found = all.find((one) => one.vendor === vendor && one.point === point)
    if (!found) throw new Error('there is a station for each point')
    return found
  }

  const holds: Hold[] = []
  const hold = async (query: Parameters<typeof holdRows>[1]) =>
    void holds.push(await holdRows(db, query))
  /** The vendor has taken the message, and answers next. */
  const atTaking = async (number: string) => {
    const { point, id } = all.find((one) => one.number === number) ?? {}
    if (point === 'answered') await hold(sql`select 1 from transaction where id = ${id} for update`)
    if (point === 'recording')
      await hold(sql`select 1 from challenge_attempt where challenge_id in
        (select id from challenge where transaction_id = ${id}) for update`)
  }
  twilio.atTaking = ({ to }) => atTaking(to)
  meta.atTaking = ({ to }) => atTaking(`+${to}`)

  for (const vendor of vendors) {
    const server = vendor === 'twilio' ? twilio : meta
    for (const point of pointsOf().filter((one) => one !== 'claiming')) {
      server.next.push(points[point])
      await of(vendor, point).ask()
      // Each meets its own behaviour.
      await untilTrue(() => server.next.length === 0)
    }
    await of(vendor, 'recorded').reaches('challenge-accepted')
  }
  // Between the request and the claim there is nothing to wait for: the worker stands still meanwhile.
  worker.signal('SIGSTOP')
  for (const vendor of vendors) {
    const station = of(vendor, 'claiming')
    await station.ask()
    await hold(sql`select 1 from challenge where transaction_id = ${station.id} for update`)
  }
  worker.signal('SIGCONT')
  await untilTrue(() => holds.length === 6)
  await Promise.all(holds.map((one) => one.untilWaitedFor('atesta-worker')))

  await worker.kill()
  await Promise.all(holds.map((one) => one.release()))
  await fleet.startWorker()
  const owned = parts.move()
  return {
    of,
    taken: ({ number }) =>
      [...twilio.messages, ...meta.messages.map(({ to }) => ({ to: `+${to}` }))].filter(
        ({ to }) => to === number,
      ).length,
    close: () => owned.disposeAsync(),
  }
}

// Safe because the object is a literal.
const pointsOf = () => Object.keys(points) as Point[]

const untilTrue = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: 30_000, interval: 10 })

function writeMessaging(twilio: TwilioServer, meta: MetaServer): string {
  const { accountSid, authToken, url: baseUrl } = twilio
  const { phoneNumberId, accessToken, appSecret, displayNumber, url: graphUrl } = meta
  const accounts = {
    twilio: {
      vendor: 'twilio',
      accountSid,
      authToken,
      baseUrl,
      shared: false,
      senders: { sms: '+5511912340001' },
    },
    meta: {
      vendor: 'meta',
      phoneNumberId,
      accessToken,
      appSecret,
      graphUrl,
      verifyToken: 'drill',
      senderNumber: `+${displayNumber}`,
      templates: { 'whatsapp-2fa': { 'pt-BR': { name: 'confirm', language: 'pt_BR' } } },
      shared: false,
    },
  }
  return JSON.stringify({ accounts, channels: { sms: ['twilio'], whatsapp: ['meta'] } })
}

async function createStation(caller: Caller, vendor: VendorName, point: Point): Promise<Station> {
  const phone = newPhone()
  const person = { documentType: 'CPF', document: '52998224725', phone }
  const created = await caller.send('POST', '/v1/transaction', person)
  if (created.status !== 201) throw new Error(`creating answered ${created.status}`)
  const id = String(created.body['id'])
  const path = `/v1/transaction/${id}/${vendor === 'twilio' ? 'sms' : 'whatsapps'}/2fa`
  const entries = async (kind: string) => ofKind(await caller.timeline(id), kind)
  return {
    vendor,
    point,
    id,
    number: toE164(phone),
    async ask() {
      const { status } = await caller.send('POST', path)
      if (status !== 201) throw new Error(`asking answered ${status}`)
    },
    read: async () => (await caller.send<Sent[]>('GET', path)).body[0],
    entries,
    async reaches(kind) {
      const isThere = async () => (await entries(kind)).length > 0
      await vi.waitUntil(isThere, { timeout: 45_000, interval: 100 })
    },
  }
}
