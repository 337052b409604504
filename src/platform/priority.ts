// Puts a process behind others on the same host, with every thread that it has by then.
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * `niceness`: of the scheduler, 19 the last. On Linux it is a thread's own, which those inherit that it starts: without
 * the others pictures would be decoded by threads that are behind nobody.
 */
export function standBack(niceness: number): void {
  setPriority(niceness)
  for (const thread of listThreads()) setPriority(thread, niceness)
}

function listThreads(): readonly number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/task').map(Number)
}
