// What is killed and started again: API and worker of what the image is made of, and a client that only listens.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Fleet, Process } from '#test/support/process.ts'
import type { Killable } from './trouble.ts'

/** On one port, so that its address outlives it. */
export const startApi = (fleet: Fleet, port: number) =>
  keep(() => fleet.startApi({ PORT: String(port) }))

export const startWorker = (fleet: Fleet) => keep(() => fleet.startWorker())

async function keep(start: () => Promise<Process>): Promise<Killable> {
  let running = await start()
  return {
    kill: () => running.kill(),
    restart: async () => void (running = await start()),
  }
}

/** It writes what it hears to a file, and goes on behind its last line. */
export function startListener(file: string, url: string, client: string): Killable {
  const start = () =>
    spawn(process.execPath, [join(import.meta.dirname, 'listener.ts'), file, url, client], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  let child = start()
  return {
    async kill() {
      const ended = once(child, 'exit')
      if (child.exitCode !== null) throw new Error('the listener has ended by itself')
      child.kill('SIGKILL')
      await ended
    },
    restart: async () => void (child = start()),
  }
}
