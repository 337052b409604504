// A process or server that is killed and restarted; one that ends by itself is noted.
import { setTimeout as wait } from 'node:timers/promises'
import type { Process } from '#test/support/process.ts'

export type Kept = {
  readonly process: () => Process
  kill(): Promise<void>
  restart(): Promise<void>
}

const startMs = 300_000

/** `fallen` collects the names of those that ended without being killed. */
export async function keep(
  name: string,
  start: () => Promise<Process>,
  fallen: string[] = [],
): Promise<Kept> {
  let isWanted = false
  /** A process without a database at its start ends; an orchestrator would restart it. */
  const insist = async (): Promise<Process> => {
    const deadline = Date.now() + startMs
    for (;;) {
      try {
        return await start()
      } catch (error) {
        if (Date.now() > deadline) throw error
        await wait(500)
      }
    }
  }
  const watch = (one: Process) => {
    isWanted = false
    void one.exited.then(({ code, signal }) => {
      if (!isWanted) fallen.push(`${name} ended by itself (${code ?? signal})`)
    })
    return one
  }
  let now = watch(await insist())
  return {
    process: () => now,
    async kill() {
      isWanted = true
      await now.kill()
    },
    async restart() {
      now = watch(await insist())
    },
  }
}
