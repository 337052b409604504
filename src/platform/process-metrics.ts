// Metrics of the process itself: its build, whether its dependencies are up, its key files, and its database
// connections.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Gauges } from './gauges.ts'
import { MeasuredGauge } from './measured-gauge.ts'

type Registered = { readonly registry: Registry }

export type Build = {
  /** The name of the process: `atesta-api`, `atesta-worker`, `atesta-engines`, `atesta`. */
  readonly process: string
  readonly version: string
  readonly revision: string
}

export function showBuild({ registry }: Registered, build: Build): void {
  const info = new Gauge({
    name: 'atesta_build_info',
    help: '1; its labels say which process it is, and what it was built of',
    labelNames: ['process', 'version', 'revision', 'node'] as const,
    registers: [registry],
  })
  info.set({ ...build, node: process.versions.node }, 1)
}

const parts = ['postgres', 'writes', 'temporal', 'worker'] as const

/** Shows the states that `/readyz` reports; a part whose state this process cannot know has no value. */
export function showParts(
  { partUp }: Pick<Gauges, 'partUp'>,
  read: () => Promise<Readonly<Record<(typeof parts)[number], 'up' | 'down' | 'unknown'>>>,
): void {
  partUp.measureAtScrape(async () => {
    const readiness = await read()
    return parts
      .filter((part) => readiness[part] !== 'unknown')
      .map((part) => ({ labels: { part }, value: readiness[part] === 'up' ? 1 : 0 }))
  })
}

/** A file of keys or secrets, and whether the next start or connection can use it. */
export type KeyFile = { readonly file: string; readonly isUsable: () => Promise<boolean> }

export function showKeyFiles(
  { keyFileUsable }: Pick<Gauges, 'keyFileUsable'>,
  files: readonly KeyFile[],
): void {
  keyFileUsable.measureAtScrape(() =>
    Promise.all(
      files.map(async ({ file, isUsable }) => ({
        labels: { file },
        value: (await isUsable().catch(() => false)) ? 1 : 0,
      })),
    ),
  )
}

/** `read` gives the number of log lines dropped since the start. */
export function showLostLines({ registry }: Registered, read: () => number): void {
  new Counter({
    name: 'atesta_log_lines_lost_total',
    help: 'Lines of the log that could not be written: a full disk, a closed pipe, a reader that stands still',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

/** The state of one pool of database connections. */
export type PoolState = {
  readonly pool: string
  /** The number of statements that run at a time at most, of those that run now, and of those that wait. */
  readonly places: number
  readonly busy: number
  readonly waiting: number
  /** The number of statements refused since the start because no connection was free in time. */
  readonly refused: number
  /** The number of statements without an answer of the database since the start, by reason. */
  readonly outages: Readonly<Record<string, number>>
}

/** Registers the metrics of the database pools, which are read at each scrape. */
export function showPools({ registry }: Registered, read: () => readonly PoolState[]): void {
  const settings = { labelNames: ['pool'] as const, registers: [registry] }
  const shown = [
    ['places', 'How much a pool of database connections does at a time'],
    ['busy', 'How much of that it is doing'],
    ['waiting', 'How much waits for a place'],
  ] as const
  for (const [name, help] of shown)
    new MeasuredGauge({
      ...settings,
      name: `atesta_database_pool_${name}`,
      help,
      lifeSeconds: 30,
    }).measureAtScrape(() =>
      read().map((state) => ({ labels: { pool: state.pool }, value: state[name] })),
    )
  new Counter({
    ...settings,
    name: 'atesta_database_pool_refused_total',
    help: 'What was refused because no place was free in time, or too much waited',
    collect() {
      this.reset()
      for (const { pool, refused } of read()) this.inc({ pool }, refused)
    },
  })
  new Counter({
    name: 'atesta_database_outages_total',
    help: 'Statements and commits that the database did not take, by why',
    labelNames: ['cause'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const { outages } of read())
        for (const [cause, count] of Object.entries(outages)) this.inc({ cause }, count)
    },
  })
}
