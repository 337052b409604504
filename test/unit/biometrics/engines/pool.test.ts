import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { createPool, EngineSlow } from '#src/biometrics/engines/pool.ts'

test('a call that runs too long has failed with its thread, and the next one is served', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-pool-'))
  const file = join(folder, 'worker.mjs')
  writeFileSync(
    file,
    `export const spin = () => { for (;;) {} }
     export const say = () => ({ kind: 'done', result: 'here' })`,
  )
  const pool = createPool({ file: pathToFileURL(file), threads: 1, waitingMax: 5, limitMs: 700 })
  try {
    const gone = { signal: AbortSignal.abort(new Error('gone')) }
    const slow = pool.run('spin', {})
    const next = pool.run('say', {})
    await expect(slow).rejects.toThrow(EngineSlow)
    expect(await next).toBe('here')
    await expect(pool.run('spin', {}, gone)).rejects.toThrow('gone')
    const spent = pool.run('say', {}, { budget: { leftMs: 0 } })
    await expect(spent).rejects.toThrow(EngineSlow)
  } finally {
    await pool.close()
    rmSync(folder, { recursive: true })
  }
})
