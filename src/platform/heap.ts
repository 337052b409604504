// Node’s heap: checks its size when a process starts, and ends a process whose heap is full. Without that the process
// would hang in garbage collection for minutes, or be killed without a log line.
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import type { Log } from './log.ts'

/** The modules that a process has loaded take 64 MB (API) to 68 MB (worker) of the heap before its first request. */
const neededMb = 120
/** The rest of the container’s memory is needed by buffers, threads and native code. */
const ofContainer = 0.9
/** V8 collects garbage long before this share: if a heap stays above it for `fullSeconds`, its content is in use. */
const fullShare = 0.9
const fullSeconds = 3
/** The deadline of the orderly shutdown, which may itself need the memory that is missing. */
const endMs = 10_000
/** How long the process waits for the database to record which tasks were running when the heap was full. */
const countMs = 2_000

/**
 * V8 reports the limit of old and young objects together. The young part is three spaces of 32 MB unless a flag changes
 * their size.
 */
const youngBytes = 96 * 1_048_576
const isOld = (name: string) => !name.startsWith('new_') && name !== 'read_only_space'

const limitBytes = (): number => Math.max(0, getHeapStatistics().heap_size_limit - youngBytes)

const usedBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => isOld(name))
    .reduce((sum, { space_used_size: used }) => sum + used, 0)

const toMb = (bytes: number): number => Math.round(bytes / 1_048_576)

/** A sentence for the log where the heap is too small to begin with, otherwise undefined; sizes in MB. */
export function describeSmallHeap(limitMb: number): string | undefined {
  if (limitMb >= neededMb) return undefined
  return `Node's heap has ${limitMb} MB, and a process needs ${neededMb}: NODE_OPTIONS=--max-old-space-size=768 (docs/operations.md, "Memory").`
}

/**
 * A sentence for the log where the heap may grow beyond the memory of the container, otherwise undefined; `containerMb`
 * 0 means no limit.
 */
export function describeLargeHeap(limitMb: number, containerMb: number): string | undefined {
  if (containerMb === 0 || limitMb <= containerMb * ofContainer) return undefined
  return `Node's heap may take ${limitMb} MB, and the container has ${containerMb}: it would be killed without a line`
}

/** The limit of the old space in MB, the unit of `--max-old-space-size`. */
export const heapLimitMb = (): number => toMb(limitBytes())

/** Without a limit the system reports a number of bytes that no machine has. */
function containerMb(): number {
  const bytes = process.constrainedMemory()
  return bytes > 0 && bytes < 2 ** 50 ? toMb(bytes) : 0
}

type TaskId = { readonly id: string; readonly key: string }

export type HeapDeps = {
  readonly log: Log
  /** The work in progress: the ids of transactions and the keys of their tasks. */
  readonly underWay: { list(): readonly TaskId[]; giveUp(): void }
  /** Records that the process died while this task was running. */
  readonly countDeath: (task: TaskId) => Promise<void>
}

/**
 * Checks the heap every second until `parts` are disposed. When it is full, logs the sizes and the tasks in progress
 * and ends the process.
 */
export function watchHeap(
  { log, underWay, countDeath }: HeapDeps,
  parts: AsyncDisposableStack,
): void {
  const large = describeLargeHeap(heapLimitMb(), containerMb())
  if (large !== undefined) log.warn({}, large)
  let full = 0
  const timer = setInterval(() => {
    const [used, limit] = [usedBytes(), limitBytes()]
    full = used >= limit * fullShare ? full + 1 : 0
    if (full < fullSeconds) return
    clearInterval(timer)
    underWay.giveUp()
    const all = underWay.list()
    const tasks = all.map(({ id, key }) => `${id} ${key}`)
    const line = { code: 'heap-full', usedMb: toMb(used), limitMb: toMb(limit), tasks }
    log.fatal(line, 'the heap is full: the process ends')
    process.exitCode = 1
    setTimeout(() => process.exit(1), endMs).unref()
    // The deaths are counted before the shutdown, because an orderly shutdown hands tasks back without a trace.
    const counted = Promise.allSettled(all.map(countDeath))
    // The signal that a host also sends: the work in progress ends, within its deadlines.
    void Promise.race([counted, sleep(countMs)]).then(() => process.kill(process.pid, 'SIGTERM'))
  }, 1_000)
  timer.unref()
  parts.defer(() => clearInterval(timer))
}
