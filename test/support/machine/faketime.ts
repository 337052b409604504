// The clock of one process apart from the machine's, by libfaketime, where it is installed.
import { globSync, writeFileSync } from 'node:fs'
import type { Environment } from '../process.ts'

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

export const hasFaketime = library !== undefined

export type Clock = {
  /** What its process is started with. */
  readonly environment: Environment
  /** So far from the machine's; the process sees it within a second. */
  readonly set: (seconds: number) => void
}

/**
 * `file` tells the process. Undefined where the machine has no libfaketime. Clocks that never go back stay as they are:
 * timers and durations go by them.
 */
export function openClock(file: string): Clock | undefined {
  if (library === undefined) return undefined
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  set(0)
  return {
    set,
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  }
}
