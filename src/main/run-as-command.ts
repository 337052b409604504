// The life of a command of an operator: what goes wrong is one sentence, and exit code 1.
import { describeFault } from './describe-fault.ts'

/** Closes what `main` has registered, the last first. */
export async function runAsCommand(
  main: (parts: AsyncDisposableStack) => Promise<void>,
): Promise<void> {
  const parts = new AsyncDisposableStack()
  try {
    await main(parts)
  } catch (error) {
    process.stderr.write(`${describeFault(error)}\n`)
    process.exitCode = 1
  } finally {
    await parts.disposeAsync()
  }
}
