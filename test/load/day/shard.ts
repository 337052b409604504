// Runs a part of the day’s tenants in a process of its own, started by `main.ts`, so that the day uses every processor.
import { openDatabase } from '#src/platform/db/client.ts'
import { runDay } from './bank.ts'
import type { DayReport } from './journey.ts'
import { watchDay } from './watch.ts'

export type ShardOptions = {
  readonly url: string
  readonly seed: number
  readonly tenants: readonly string[]
  readonly messages: number
  readonly width: number
  /** The numbers of its journeys: from `first`, in steps of `step`. */
  readonly first: number
  readonly step: number
  /** The port at which Prometheus reads its metrics. */
  readonly metricsPort?: number | undefined
}

export type ShardTold = DayReport & { readonly cpuMs: number }

const saidEvery = 250

process.once('message', (options: ShardOptions) => void run(options))

async function run({ url, metricsPort, ...options }: ShardOptions): Promise<void> {
  const database = openDatabase(url, 'day')
  let said = 0
  const send = (told: DayReport) => {
    const { user, system } = process.cpuUsage()
    const all: ShardTold = { ...told, cpuMs: (user + system) / 1_000 }
    process.send?.(all)
  }
  let stopWatching: (() => Promise<void>) | undefined
  const told = await runDay(database.db, {
    ...options,
    async opened(deps) {
      if (metricsPort !== undefined) stopWatching = await watchDay(deps, database, metricsPort)
    },
    progress(sum) {
      if (sum.messages < said + saidEvery) return
      said = sum.messages
      send(sum)
    },
  })
  send(told)
  await stopWatching?.()
  await database.close()
  process.disconnect?.()
}
