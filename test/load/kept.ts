// A process or server that is killed and started again; one that ends by itself is noted.
import { setTimeout as wait } from 'node:timers/promises'
import type { Process } from '#test/support/process.ts'

export type Kept = {
  readonly process: () => Process
  kill(): Promise<void>
  restart(): Promise<void>
}

const startMs = 300_000

/** `fallen` is told of those that end without being killed. */
export async function keep(
  name: string,
  start: () => Promise<Process>,
  fallen: string[] = [],
): Promise<Kept> {
  let isWanted = false
  /** It ends where it finds no database at its start: whoever watches it starts it again. */
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
