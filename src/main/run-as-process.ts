// The life of a process: configuration, start, and an orderly end by signal.
import { type Config, readConfig } from './config.ts'

/** Runs until SIGINT or SIGTERM, then closes what `start` has registered, the last first. */
export async function runAsProcess(
  start: (config: Config, parts: AsyncDisposableStack) => Promise<void>,
): Promise<void> {
  const parts = new AsyncDisposableStack()
  // From the first moment on: as a container's first process it would not end by a signal nobody listens to.
  const asked = new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  try {
    await start(readConfig(process.env), parts)
    await asked
  } catch (error) {
    // Our own start-up errors name variables, keys and ports, never values.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await parts.disposeAsync()
  }
}
