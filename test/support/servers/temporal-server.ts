// A Temporal server of a test, with its data in a file, so that it can be frozen, killed and restarted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#src/main/local/ports.ts'
import { readSettings } from '#src/main/local/settings.ts'
import { findTemporal } from '#src/main/local/temporal-binary.ts'
import { startTemporal } from '#src/main/local/temporal.ts'

export type OwnTemporal = {
  readonly address: string
  /** The process id of the present server. */
  readonly pid: () => number
  freeze(): void
  thaw(): void
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>
  /** Restarts the server on the same port and file. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function startOwnTemporal(): Promise<OwnTemporal> {
  // oxlint-disable-next-line node/no-process-env -- where the machine keeps the Temporal binary
  const binary = await findTemporal(readSettings(process.env).cache)
  const home = await mkdtemp(join(tmpdir(), 'atesta-temporal-'))
  const plan = { binary, home, port: await freePort(), uiPort: undefined }
  let { address, child } = await startTemporal(plan)
  return {
    address,
    pid: () => child.pid,
    freeze: () => void process.kill(child.pid, 'SIGSTOP'),
    thaw: () => void process.kill(child.pid, 'SIGCONT'),
    async kill() {
      process.kill(child.pid, 'SIGKILL')
      await child.ended
    },
    async restart() {
      ;({ address, child } = await startTemporal(plan))
    },
    async close() {
      await child.end()
      await rm(home, { recursive: true, force: true })
    },
  }
}
