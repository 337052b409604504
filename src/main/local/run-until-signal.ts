// Runs a local start as a program until a signal, then stops everything in order.
import { setTimeout as wait } from 'node:timers/promises'
import { describeFault } from '#src/main/process/describe-fault.ts'
import { note } from './note.ts'
import type { Stack } from './stack.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Never returns. Exit code 0 after a signal; 1 with the reason when the start, `whenUp` or a server failed. */
export async function runUntilSignal(
  environment: NodeJS.ProcessEnv,
  /** Resolves to the lines to print last. */
  whenUp: (stack: Stack, signal: AbortSignal) => Promise<readonly string[]>,
  { isWorkerApart = false } = {},
): Promise<never> {
  const { signal } = listenForSignals()
  // Loaded only now, because that takes a second in which signals must be handled already.
  const { describeStack, startStack } = await import('./stack.ts')
  let stack: Stack | undefined
  let code = 0
  try {
    stack = await startStack(environment, signal, isWorkerApart)
    const last = await whenUp(stack, signal)
    console.log([...describeStack(stack), ...last].join('\n'))
    const reason = await Promise.race([untilAborted(signal), stack.lost])
    if (!signal.aborted) throw reason
  } catch (error) {
    if (!signal.aborted) {
      note(describeFault(error))
      code = 1
    }
  }
  await Promise.race([stack?.close().catch(reportClosing), wait(8500).then(reportSlowness)])
  process.exit(code)
}

function listenForSignals(): AbortController {
  const stopping = new AbortController()
  let firstAt = 0
  for (const name of signals) {
    process.on(name, () => {
      if (!stopping.signal.aborted) {
        firstAt = performance.now()
        stopping.abort(new Error(name))
      } else if (performance.now() - firstAt > 1000) {
        // One Ctrl-C may arrive several times: from the terminal and from each parent program.
        note('Ending at once.')
        process.exit(130)
      }
    })
  }
  return stopping
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function reportClosing(error: unknown): void {
  note(`While ending: ${describeFault(error)}`)
}

function reportSlowness(): void {
  note('Something does not end in order within 8 s: it is ended now.')
}
