// The life of a process: configuration, start, and an orderly end by signal; and of a command of an operator.
import { type Config, describeUnknown, readConfig } from '#src/main/config/config.ts'
import { standardLines } from '#src/platform/log-lines.ts'
import { describeFault } from './describe-fault.ts'
import { describeSmallHeap, heapLimitMb } from '#src/platform/heap.ts'

type Start = (config: Config, parts: AsyncDisposableStack) => Promise<void>

/** So long the end waits for who reads the log. */
const lastLinesMs = 1_000

/** A reader that is gone ends no process: what nobody takes is lost. */
function keepGoing(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Runs until SIGINT or SIGTERM, then closes what `start` has registered, the last first. */
export async function runAsProcess(start: Start): Promise<void> {
  // From the first moment on: as a container's first process it would not end by a signal nobody listens to.
  const asked = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  keepGoing()
  for (const line of describeUnknown(process.env)) process.stderr.write(`${line}\n`)
  await live(asked, async (parts) => {
    const small = describeSmallHeap(heapLimitMb())
    if (small !== undefined) throw new Error(small)
    await start(readConfig(process.env), parts)
  })
  await standardLines().flush(lastLinesMs)
  // What a start that failed has left open, as Temporal's runtime, would keep it.
  process.exit()
}

/**
 * The same for a process that another has forked: that one sends its configuration, so that no secret stands in an
 * environment twice, and ends it by letting go, which its own death does too.
 */
export async function runAsChild(start: Start): Promise<void> {
  keepGoing()
  // Of a terminal: it reaches the whole group, and the parent says when.
  process.on('SIGINT', () => undefined)
  const asked = new Promise<void>((resolve) => {
    process.once('disconnect', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  // Safe because the parent is ours and sends what it has read and checked itself.
  const config = new Promise<Config>((resolve, reject) => {
    process.once('message', (message) => resolve(message as Config))
    process.once('disconnect', () => reject(new Error('the parent is gone')))
  })
  await live(asked, async (parts) => start(await config, parts))
  await standardLines().flush(lastLinesMs)
  process.exit()
}

/** Runs once and ends: what goes wrong is one sentence, and exit code 1. */
export const runAsCommand = (main: (parts: AsyncDisposableStack) => Promise<void>): Promise<void> =>
  live(Promise.resolve(), main)

async function live(
  asked: Promise<void>,
  start: (parts: AsyncDisposableStack) => Promise<void>,
): Promise<void> {
  const parts = new AsyncDisposableStack()
  try {
    await start(parts)
    await asked
  } catch (error) {
    process.stderr.write(`${describeFault(error)}\n`)
    process.exitCode = 1
  } finally {
    await parts.disposeAsync()
  }
}
