// The faults that take the service down, each with the alerts that must report it.
import { rename } from 'node:fs/promises'
import postgres from 'postgres'
import { fillDisk } from '#test/load/disk.ts'
import type { Watched } from './alarms-stage.ts'

export type Fault = {
  readonly name: string
  /** The pages that must fire. */
  readonly rings: readonly string[]
  /** Further pages that may fire as consequences without misleading. */
  readonly mayRing?: readonly string[]
  /** The reason why this machine cannot produce the fault. */
  lacks?(watched: Watched): string | undefined
  /** Resolves to a function that repairs it. */
  begin(watched: Watched): Promise<() => Promise<void>>
}

const slowMs = 300

export const faults: readonly Fault[] = [
  {
    name: 'database stopped',
    rings: ['DatabaseAway', 'ErrorsServed'],
    async begin({ stage }) {
      await stage.database.kill()
      return () => stage.database.restart()
    },
  },
  {
    name: 'database read-only',
    rings: ['DatabaseTakesNoWrites', 'ErrorsServed'],
    async begin({ stage }) {
      await setReadOnly(stage.database.url, true)
      return () => setReadOnly(stage.database.url, false)
    },
  },
  {
    name: 'database slow',
    rings: ['DatabaseSlow'],
    mayRing: ['DatabasePoolFull', 'ErrorsServed', 'TransactionsOverdue', 'QueueStands'],
    async begin({ line }) {
      line.slow(slowMs)
      return async () => line.slow(0)
    },
  },
  {
    name: 'disk full',
    rings: ['ErrorsServed'],
    mayRing: ['DatabaseRefuses', 'DatabaseAway', 'DatabaseTakesNoWrites', 'TransactionsOverdue'],
    lacks: ({ disk }) => (disk === undefined ? 'root on Linux mounts a small disk' : undefined),
    async begin({ disk = '', stage }) {
      const empty = await fillDisk(disk)
      return async () => {
        await empty()
        await stage.database.revive()
      }
    },
  },
  {
    name: 'Temporal away',
    rings: ['TemporalAway'],
    mayRing: ['TransactionsOverdue'],
    async begin({ stage }) {
      await stage.temporal.kill()
      return () => stage.temporal.restart()
    },
  },
  {
    name: 'no worker',
    rings: ['NoWorkerPolls', 'ProcessesGone'],
    mayRing: ['TransactionsOverdue', 'QueueStands'],
    async begin({ worker }) {
      await worker.process().kill()
      return () => worker.restart()
    },
  },
  {
    name: 'no engines',
    rings: ['EnginesAway', 'ProcessesGone'],
    async begin({ engines }) {
      await engines.process().kill()
      return () => engines.restart()
    },
  },
  {
    name: 'a vendor hangs',
    rings: ['AccountResting'],
    async begin({ mail }) {
      mail.behaviour = 'hang-at-recipient'
      return async () => void (mail.behaviour = 'accept')
    },
  },
  {
    name: 'issuer away',
    rings: ['IssuerAway'],
    async begin({ issuer }) {
      issuer.away(true)
      return async () => issuer.away(false)
    },
  },
  {
    name: 'key gone',
    rings: ['KeyFileGone'],
    async begin({ stage: { keyringFile } }) {
      await rename(keyringFile, `${keyringFile}.away`)
      return () => rename(`${keyringFile}.away`, keyringFile)
    },
  },
  {
    name: 'clock off',
    rings: ['ClockOff'],
    lacks: ({ setClock }) => (setClock ? undefined : 'there is no libfaketime'),
    async begin({ setClock }) {
      setClock?.(90)
      return async () => setClock?.(0)
    },
  },
  {
    name: 'queue stuck (the worker is frozen)',
    rings: ['QueueStands', 'TransactionsOverdue'],
    mayRing: ['NoWorkerPolls', 'ProcessesGone'],
    async begin({ worker }) {
      worker.process().signal('SIGSTOP')
      return async () => worker.process().signal('SIGCONT')
    },
  },
]

/**
 * Makes the database read-only as a disk guard or an operator does: for all transactions that begin from then on, in
 * every session.
 */
async function setReadOnly(url: string, isOn: boolean): Promise<void> {
  const connection = { default_transaction_read_only: false }
  const sql = postgres(url, { max: 1, onnotice() {}, connection })
  try {
    await sql.unsafe(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    await sql`select pg_reload_conf()`
  } finally {
    await sql.end()
  }
}
