// Restarts a server that ends unexpectedly, which the service has to survive.
import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from './child.ts'
import { note } from './note.ts'

export type Kept = { end(): Promise<void> }

/** `restart` starts the same server again; after three failures in a row `onGivenUp` gets the last error. */
export function keepRunning(
  name: string,
  first: Child,
  restart: () => Promise<Child>,
  onGivenUp: (error: unknown) => void,
): Kept {
  let child = first
  let wanted = true
  async function watch(): Promise<void> {
    while (wanted) {
      await child.ended
      if (!wanted) return
      note(`${name} ended by itself: starting it again.`)
      child = await startAgain(restart)
    }
  }
  const watching = watch().catch(onGivenUp)
  return {
    async end() {
      wanted = false
      await child.end()
      await watching
      await child.end()
    },
  }
}

async function startAgain(restart: () => Promise<Child>): Promise<Child> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await restart()
    } catch (error) {
      if (attempt === 3) throw error
      await wait(1000)
    }
  }
}
