// A day of a bank: many tenants ask many people at once, on the real HTTP side, the real commits and a real
// PostgreSQL, without Temporal; each transaction's clock is moved from one event to the next.
import type { ServiceDeps } from '#src/capability.ts'
import { capabilities } from '#src/capabilities.ts'
import type { Db } from '#src/db/client.ts'
import { type Call, createTestApp, publicBaseUrl } from '#test/support/app.ts'
import { silentMessaging } from '#test/support/messaging.ts'
import { createExecutor, type Executor } from './executor.ts'
import { runJourney, type Told } from './journey.ts'
import { createNetwork, type Network } from './network.ts'

export type Bank = {
  readonly tenants: readonly [string, ...string[]]
  readonly network: Network
  readonly executor: Executor
  readonly deps: ServiceDeps
  readonly call: Call
}

export type DayOptions = {
  readonly seed: number
  readonly tenants: number
  readonly messages: number
  /** Journeys at once. */
  readonly width: number
  readonly progress?: (told: Told) => void
}

export async function runDay(db: Db, options: DayOptions): Promise<Told> {
  const bank = await openBank(db, options.tenants)
  const faults: string[] = []
  const sum = { messages: 0, callbacks: 0, replies: 0 }
  let index = 0
  let rotations = 0
  async function work(): Promise<void> {
    while (sum.messages < options.messages) {
      const told = await runJourney(bank, options.seed, index++)
      sum.messages += told.messages
      sum.callbacks += told.callbacks
      sum.replies += told.replies
      faults.push(...told.faults)
      // In the morning the new secrets are believed, in the afternoon the vendors sign with them.
      const turn = Math.floor((sum.messages * 3) / options.messages)
      if (turn > rotations && rotations < 2) {
        rotations++
        bank.network.rotate()
      }
      options.progress?.({ ...sum, faults })
    }
  }
  await Promise.all(Array.from({ length: options.width }, work))
  return { ...sum, faults }
}

async function openBank(db: Db, count: number): Promise<Bank> {
  const tenants: [string, ...string[]] = ['bank-0']
  for (let at = 1; at < count; at++) tenants.push(`bank-${at}`)
  const network = createNetwork(tenants, publicBaseUrl)
  const executor = createExecutor()
  const silent = silentMessaging()
  const messaging = {
    ...silent,
    accounts: {
      list: ({ tenant }: { tenant: string }, channel: string) =>
        network
          .accountsOf(tenant)
          .filter(({ channels }) => channels.some((one) => one === channel)),
      ofVendor: (vendor: string) => network.all.filter((account) => account.vendor === vendor),
      find: (id: string) => network.all.find((account) => account.id === id),
      live: () => network.all,
    },
    sendRate: { perSecond: 100_000, burst: 100_000 },
  }
  const app = await createTestApp(db, undefined, { messaging, nudger: executor.nudger })
  const settings = { holdMs: 100, failuresMax: 3, idleMs: 0, historyMax: 1_000 }
  const tasks = capabilities.flatMap((one) => one.tasks?.(app.deps) ?? [])
  executor.start({ ...app.deps, settings }, tasks)
  return { tenants, network, executor, deps: app.deps, call: app.call }
}
