// Records the code that a request runs: the functions of the service that are called before its answer.
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = `${join(import.meta.dirname, '../../src')}/`

/** The files of `src` in which a function was called during `work`; code that runs while a module loads counts too. */
export async function walk(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    // The first reading resets the counters.
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const passed = result.flatMap(({ url, functions }) => {
      const file = url.startsWith('file:') ? fileURLToPath(url.split('?')[0] ?? '') : url
      const isCalled = functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0)
      return file.startsWith(source) && isCalled ? [file.slice(source.length)] : []
    })
    return [...new Set(passed)].toSorted()
  } finally {
    await session.post('Profiler.disable')
    session.disconnect()
  }
}
