// The processes of the stack by their names: each can be killed, frozen and started again, and is watched for an end
// that nobody has asked for.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClock } from '#test/support/machine/faketime.ts'
import type { Environment, Fleet, Process } from '#test/support/process.ts'

type Kind = 'api' | 'worker' | 'engines'

export type Part = {
  readonly name: string
  readonly kind: Kind
  /** SIGKILL, and up again after so long. */
  kill(downMs: number): Promise<void>
  freeze(ms: number): Promise<void>
  /** Sets its clock so far from the machine's; undefined where that cannot be done. */
  readonly setClock: ((seconds: number) => void) | undefined
}

export type PartPlan = {
  readonly name: string
  readonly kind: Kind
  readonly environment: Environment
}

const startMs = 300_000

export async function startPart(
  { fleet, folder, fallen }: Ground,
  { name, kind, environment }: PartPlan,
): Promise<Part> {
  const clock = openClock(join(folder, `clock-${name}`))
  const env = { ...environment, ...clock?.environment }
  const start = {
    api: () => fleet.startApi(env),
    worker: () => fleet.startWorker(env),
    engines: () => fleet.startEngines(env),
  }[kind]
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

  let isWanted = false
  const watch = (one: Process) => {
    void one.exited.then(({ code, signal }) => {
      if (!isWanted) fallen.push(`${name} ended by itself (${code ?? signal})`)
    })
    return one
  }
  let now = watch(await insist())
  return {
    name,
    kind,
    async kill(downMs) {
      isWanted = true
      await now.kill()
      await wait(downMs)
      now = await insist()
      isWanted = false
      watch(now)
    },
    async freeze(ms) {
      now.signal('SIGSTOP')
      await wait(ms)
      now.signal('SIGCONT')
    },
    setClock: clock?.set,
  }
}

export type Ground = {
  readonly fleet: Fleet
  readonly folder: string
  /** Who has ended without being killed. */
  readonly fallen: string[]
}
