// Reads a process by its id, which may belong to another process by now.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Undefined when no such process exists. */
function readCommand(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') || undefined
    } catch {
      return undefined
    }
  }
  return askPs(pid, 'command=')
}

/** The start time, which tells apart two processes that had the same id one after the other. */
export function readStart(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      // The second field is a name in brackets that may contain spaces; the 22nd is the start time.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19]
    } catch {
      return undefined
    }
  }
  return askPs(pid, 'lstart=')
}

/** Ends a server left from an earlier start, if its command line contains `marker`. */
export async function endLeftover(
  pid: number,
  marker: string,
  signal: NodeJS.Signals,
): Promise<boolean> {
  const isOurs = () => readCommand(pid)?.includes(marker) ?? false
  if (!isOurs()) return false
  for (const [sent, seconds] of [
    [signal, 5],
    ['SIGKILL', 5],
  ] as const) {
    process.kill(pid, sent)
    for (let tick = 0; tick < seconds * 20 && isOurs(); tick++) await wait(50)
    if (!isOurs()) return true
  }
  throw new Error(`Process ${pid} of an earlier start does not end: end it, then start again.`)
}

function askPs(pid: number, field: string): string | undefined {
  const { stdout } = spawnSync('ps', ['-ww', '-o', field, '-p', String(pid)], { encoding: 'utf8' })
  return stdout?.trim() || undefined
}
