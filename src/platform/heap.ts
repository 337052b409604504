// Node's heap: whether it is large enough when a process starts, and what a process does whose heap is full. It would go on
// for minutes that way, deaf, or be ended by its host without a line.
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import type { Log } from './log.ts'

/** What a process has loaded takes 64 (API) to 68 MB (worker) of it before anything is asked of it. */
const neededMb = 120
/** Buffers, threads and native parts need memory too. */
const ofContainer = 0.9
/** V8 collects long before: what stays above this for so many seconds is in use. */
const fullShare = 0.9
const fullSeconds = 3
/** Its orderly end may need the memory that is not there. */
const endMs = 10_000
/** So long the database has to write down what the process dies of. */
const countMs = 2_000

/** V8 says the limit of old and young objects together: of these it is three spaces of 32 MB, where nobody has set another size. */
const youngBytes = 96 * 1_048_576
const isOld = (name: string) => !name.startsWith('new_') && name !== 'read_only_space'

const limitBytes = (): number => Math.max(0, getHeapStatistics().heap_size_limit - youngBytes)

const usedBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => isOld(name))
    .reduce((sum, { space_used_size: used }) => sum + used, 0)

const toMb = (bytes: number): number => Math.round(bytes / 1_048_576)

/** A sentence where the heap is too small to begin with; sizes in MB. */
export function describeSmallHeap(limitMb: number): string | undefined {
  if (limitMb >= neededMb) return undefined
  return `Node's heap has ${limitMb} MB, and a process needs ${neededMb}: NODE_OPTIONS=--max-old-space-size=768 (docs/operations.md, "Memory").`
}

/** A sentence where the heap may grow beyond what the container has; `containerMb` 0: it has no limit. */
export function describeLargeHeap(limitMb: number, containerMb: number): string | undefined {
  if (containerMb === 0 || limitMb <= containerMb * ofContainer) return undefined
  return `Node's heap may take ${limitMb} MB, and the container has ${containerMb}: it would be killed without a line`
}

/** As `--max-old-space-size` says it. */
export const heapLimitMb = (): number => toMb(limitBytes())

/** Without a limit the system says a number that no machine has. */
function containerMb(): number {
  const bytes = process.constrainedMemory()
  return bytes > 0 && bytes < 2 ** 50 ? toMb(bytes) : 0
}

type TaskId = { readonly id: string; readonly key: string }

export type HeapDeps = {
  readonly log: Log
  /** What the process does, by the ids of transactions and the keys of their tasks. */
  readonly underWay: { list(): readonly TaskId[]; giveUp(): void }
  /** Of a task that was under way when the heap was full. */
  readonly countDeath: (task: TaskId) => Promise<void>
}

/** Looks each second until `parts` end; a full heap is a line with its sizes and all that is under way, and the end. */
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
    // An orderly end hands back what is under way as if nothing had happened.
    const counted = Promise.allSettled(all.map(countDeath))
    // As its host would: what is under way ends, within bounds.
    void Promise.race([counted, sleep(countMs)]).then(() => process.kill(process.pid, 'SIGTERM'))
  }, 1_000)
  timer.unref()
  parts.defer(() => clearInterval(timer))
}
