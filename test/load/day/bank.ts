// Simulates a day of a bank: many tenants send questions to many people, with the real HTTP API, the real commits and a
// real PostgreSQL, but without Temporal; each transaction’s clock is moved from one event to the next.
import type { AllDeps } from '#src/main/capability.ts'
import { capabilities } from '#src/main/capabilities.ts'
import type { Db } from '#src/platform/db/client.ts'
import { createTestApp, publicBaseUrl } from '#test/support/app.ts'
import { mintToken } from '#test/support/token.ts'
import { silentMessaging } from '#test/support/messaging/messaging.ts'
import { createExecutor } from './executor.ts'
import { type Bank, type DayReport, runJourney } from './journey.ts'
import { createNetwork, sharing } from './network.ts'
import { createSims, odd, oddSettings, runOdd } from './odd.ts'
import { runPair } from './pair.ts'

export type DayOptions = {
  readonly seed: number
  readonly tenants: readonly string[]
  readonly messages: number
  /** The number of concurrent journeys. */
  readonly width: number
  /** The numbers of its journeys: from `first`, in steps of `step`. */
  readonly first?: number
  readonly step?: number
  readonly progress?: (told: DayReport) => void
  /** Called with the bank’s dependencies once it is open. */
  readonly opened?: (deps: AllDeps) => Promise<void>
}

export async function runDay(db: Db, options: DayOptions): Promise<DayReport> {
  const bank = await openBank(db, options.tenants)
  await options.opened?.(bank.deps)
  // Run in one process only: each process has its own keys, but all share the stored callbacks that match nothing.
  const faults = (options.first ?? 0) === 0 ? await runOdd(bank) : []
  const sum = { messages: 0, callbacks: 0, replies: 0 }
  const words = { said: 0, misread: 0, missed: 0 }
  const failures: Record<string, number> = {}
  const { first = 0, step = 1 } = options
  let index = first - step
  let rotations = 0
  async function work(): Promise<void> {
    while (sum.messages < options.messages) {
      const at = (index += step)
      const told = await (at % 10 === 0 ? runPair : runJourney)(bank, options.seed, at)
      sum.messages += told.messages
      sum.callbacks += told.callbacks
      sum.replies += told.replies
      words.said += told.words.said
      words.misread += told.words.misread
      words.missed += told.words.missed
      for (const [code, times] of Object.entries(told.failures))
        failures[code] = (failures[code] ?? 0) + times
      faults.push(...told.faults)
      // The secrets are rotated during the day: first the new ones are accepted too, later the vendors sign with them.
      const turn = Math.floor((sum.messages * 3) / options.messages)
      if (turn > rotations && rotations < 2) {
        rotations++
        bank.network.rotate()
      }
      options.progress?.({ ...sum, words, failures, faults })
    }
  }
  await Promise.all(Array.from({ length: options.width }, work))
  return { ...sum, words, failures, faults }
}

async function openBank(db: Db, [one = 'bank', ...others]: readonly string[]): Promise<Bank> {
  const tenants: [string, ...string[]] = [one, ...others]
  const network = createNetwork([...tenants, odd], publicBaseUrl)
  const executor = createExecutor()
  const sims = createSims()
  const silent = silentMessaging({
    settings: { [odd]: oddSettings },
    simSwaps: ({ tenant }) => (tenant === odd ? sims : undefined),
  })
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
  const app = await createTestApp(db, undefined, {
    messaging,
    nudger: executor.nudger,
    // The log lines of a day would fill the memory.
    logLevel: 'silent',
  })
  const settings = { holdMs: 100, failuresMax: 3, idleMs: 0, historyMax: 1_000 }
  const tasks = capabilities.flatMap((one) => one.tasks?.(app.deps) ?? [])
  executor.start({ ...app.deps, settings }, tasks, app.deps.metrics)
  const authorization = new Map(
    await Promise.all(
      [...tenants, ...sharing].map(async (tenant) => {
        const exp = Math.floor(Date.now() / 1_000) + 86_400
        const token = await mintToken({ tenant, mode: 'sandbox', exp })
        return [tenant, { authorization: `Bearer ${token}` }] as const
      }),
    ),
  )
  return {
    tenants,
    network,
    executor,
    deps: app.deps,
    call: app.call,
    headersOf: (tenant) => authorization.get(tenant) ?? {},
  }
}
