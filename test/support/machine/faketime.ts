// Changes the clock of one process by libfaketime, if it is installed.
import { globSync, writeFileSync } from 'node:fs'
import type { Environment } from '../process.ts'

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')

export const hasFaketime = library !== undefined

export type Clock = {
  /** The environment variables for the process. */
  readonly environment: Environment
  /** Sets the offset from the machine’s clock; the process follows within a second. */
  readonly set: (seconds: number) => void
}

/**
 * The process reads the offset from `file`. Undefined when libfaketime is not installed. Monotonic clocks are not
 * changed, because timers and durations use them.
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
