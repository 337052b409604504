// Lowers the priority of a process with all the threads that it has at that moment.
import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * `niceness` is that of the scheduler, 19 the lowest priority. On Linux each thread has its own and passes it to
 * threads that it starts, so the running ones, which decode pictures, must be set one by one.
 */
export function standBack(niceness: number): void {
  setPriority(niceness)
  for (const thread of listThreads()) setPriority(thread, niceness)
}

function listThreads(): readonly number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/task').map(Number)
}
