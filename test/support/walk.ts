// Which code a request passes: each function of the service that is called until its answer is there.
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = `${join(import.meta.dirname, '../../src')}/`

/** The files of `src` in which a function was called meanwhile; what is loaded then counts as well. */
export async function walk(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    // What was called so far is told once, and then counted anew.
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
