// The life cycle of processes (configuration, start, orderly end by signal), and of operators’ commands.
import { type Config, describeUnknown, readConfig } from '#src/main/config/config.ts'
import { standardLines } from '#src/platform/log-lines.ts'
import { describeFault } from './describe-fault.ts'
import { describeSmallHeap, heapLimitMb } from '#src/platform/heap.ts'

type Start = (config: Config, parts: AsyncDisposableStack) => Promise<void>

/** How long the end of the process waits for the reader of the log. */
const lastLinesMs = 1_000

/** A reader of the output that has closed does not end the process: its lines are dropped. */
function keepGoing(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Runs until SIGINT or SIGTERM, then closes what `start` has registered, in reverse order. */
export async function runAsProcess(start: Start): Promise<void> {
  // Handled from the start, because the first process of a container ignores signals without a handler.
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
  // Without this call, resources left open by a failed start, such as Temporal’s runtime, would keep the process alive.
  process.exit()
}

/**
 * The same for a forked process: the parent sends the configuration, so that no secret is in two environments, and ends
 * the child by disconnecting, which also happens at the parent’s death.
 */
export async function runAsChild(start: Start): Promise<void> {
  keepGoing()
  // Ctrl-C reaches the whole process group, but only the parent decides when the child ends.
  process.on('SIGINT', () => undefined)
  const asked = new Promise<void>((resolve) => {
    process.once('disconnect', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  // Safe because the parent is ours and sends the configuration that it has validated.
  const config = new Promise<Config>((resolve, reject) => {
    process.once('message', (message) => resolve(message as Config))
    process.once('disconnect', () => reject(new Error('the parent is gone')))
  })
  await live(asked, async (parts) => start(await config, parts))
  await standardLines().flush(lastLinesMs)
  process.exit()
}

/** Runs once and ends; an error gives one sentence and exit code 1. */
export const runAsCommand = (main: (parts: AsyncDisposableStack) => Promise<void>): Promise<void> =>
  live(Promise.resolve(), main)

async function live(
  asked: Promise<void>,
  start: (parts: AsyncDisposableStack) => Promise<void>,
): Promise<void> {
  const parts = new AsyncDisposableStack()
  process.on('uncaughtException', endByFault)
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

/** Node would print the whole error with the parameters of its statement, so only the frames of its stack are shown. */
function endByFault(error: unknown): void {
  const frames = error instanceof Error ? (error.stack ?? '').match(/^ {4}at .*$/gm) : undefined
  process.stderr.write(`${[describeFault(error), ...(frames ?? [])].join('\n')}\n`)
  process.exit(1)
}
