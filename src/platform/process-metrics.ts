// What a process says of itself to Prometheus: what it was built of, and how its connections to the database and its
// object store do.
import { Counter, Gauge, type Registry } from 'prom-client'

type Registered = { readonly registry: Registry }

export type Build = { readonly version: string; readonly revision: string }

export function showBuild({ registry }: Registered, { version, revision }: Build): void {
  const info = new Gauge({
    name: 'atesta_build_info',
    help: '1; its labels say what the process was built of',
    labelNames: ['version', 'revision', 'node'] as const,
    registers: [registry],
  })
  info.set({ version, revision, node: process.versions.node }, 1)
}

/** Of one pool of connections. */
export type PoolState = {
  readonly pool: string
  /** How much it does at a time, how much it is doing, how much waits for that. */
  readonly places: number
  readonly busy: number
  readonly waiting: number
  /** Since the start: what was refused because none was free in time. */
  readonly refused: number
}

/** As it is when somebody looks. */
export function showPools({ registry }: Registered, read: () => readonly PoolState[]): void {
  const settings = { labelNames: ['pool'] as const, registers: [registry] }
  const shown = [
    ['places', 'How much a pool of database connections does at a time'],
    ['busy', 'How much of that it is doing'],
    ['waiting', 'How much waits for a place'],
  ] as const
  for (const [name, help] of shown)
    new Gauge({
      ...settings,
      name: `atesta_database_pool_${name}`,
      help,
      collect() {
        for (const state of read()) this.set({ pool: state.pool }, state[name])
      },
    })
  new Counter({
    ...settings,
    name: 'atesta_database_pool_refused_total',
    help: 'What was refused because no place was free in time, or too much waited',
    collect() {
      this.reset()
      for (const { pool, refused } of read()) this.inc({ pool }, refused)
    },
  })
}
