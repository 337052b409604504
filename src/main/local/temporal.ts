// The Temporal server of the local start and of the tests: the dev server, with its data in one file or in memory.
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import { ensureSearchAttributes } from '#src/journey/temporal/search-attributes.ts'
import { searchAttributes } from '#workflows/messages.ts'
import { type Child, readLogEnd, startChild } from './child.ts'
import { readOptional } from './home.ts'
import { endLeftover } from './process-table.ts'
import type { TemporalBinary } from './temporal-binary.ts'

export type TemporalPlan = {
  readonly binary: TemporalBinary
  /** Contains the log, and the data unless they are in memory. */
  readonly home: string
  readonly port: number
  /** Undefined if no UI is served. */
  readonly uiPort: number | undefined
  readonly inMemory?: boolean
}

export type TemporalServer = { readonly address: string; readonly child: Child }

const dynamicConfig = {
  'system.enableActivityEagerExecution': true,
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // The default limit refuses requests at a few hundred transactions a second.
  'frontend.rps': 50_000,
  'frontend.namespaceRPS': 50_000,
}

/** Ends a server left from an earlier start, and waits until the new one answers and knows our search attributes. */
export async function startTemporal(plan: TemporalPlan): Promise<TemporalServer> {
  // Each server version has a file of its own, because it cannot read that of another version.
  const file = join(plan.home, `temporal-${plan.binary.server}.db`)
  const pidFile = join(plan.home, 'temporal.pid')
  const left = Number(readOptional(pidFile))
  if (left && !plan.inMemory) await endLeftover(left, file, 'SIGTERM')
  const logFile = join(plan.home, 'temporal.log')
  const child = await startChild({
    name: 'Temporal',
    command: plan.binary.path,
    args: describeServer(plan, file),
    logFile,
    endSignal: 'SIGTERM',
  })
  writeFileSync(pidFile, String(child.pid), { mode: 0o600 })
  try {
    await untilServing(plan, child, logFile)
  } catch (error) {
    await child.end()
    throw error
  }
  return { address: addressOf(plan), child }
}

function addressOf({ port }: TemporalPlan): string {
  return `127.0.0.1:${port}`
}

function describeServer(plan: TemporalPlan, file: string): string[] {
  const config = Object.entries(dynamicConfig).map(
    ([key, value]) => `${key}=${JSON.stringify(value)}`,
  )
  const attributes = Object.values(searchAttributes).map(({ name }) => `${name}=Keyword`)
  const pragmas = ['journal_mode=WAL', 'synchronous=NORMAL'].flatMap((pragma) => [
    '--sqlite-pragma',
    pragma,
  ])
  const port = ['--ip', '127.0.0.1', '--port', String(plan.port)]
  return [
    'server',
    'start-dev',
    '--log-level',
    'error',
    ...port,
    ...(plan.uiPort === undefined
      ? ['--headless']
      : ['--ui-ip', '127.0.0.1', '--ui-port', String(plan.uiPort), '--ui-disable-news-fetch']),
    ...(plan.inMemory ? [] : ['--db-filename', file, ...pragmas]),
    ...attributes.flatMap((attribute) => ['--search-attribute', attribute]),
    ...config.flatMap((pair) => ['--dynamic-config-value', pair]),
  ]
}

async function untilServing(plan: TemporalPlan, child: Child, logFile: string): Promise<void> {
  const deadline = performance.now() + 30_000
  for (;;) {
    try {
      // Tests the port first, because gRPC waits a second after a refused connection.
      await knock(plan.port)
      const connection = await Connection.connect({
        address: addressOf(plan),
        connectTimeout: 1000,
      })
      try {
        return await ensureSearchAttributes(connection, 'default')
      } finally {
        await connection.close()
      }
    } catch {
      if (child.hasEnded()) throw new Error(`Temporal ended at its start:\n${readLogEnd(logFile)}`)
      if (performance.now() > deadline)
        throw new Error(`Temporal does not answer:\n${readLogEnd(logFile)}`)
      await wait(50)
    }
  }
}

function knock(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}
