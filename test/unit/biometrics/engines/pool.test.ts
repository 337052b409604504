import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import {
  createPool,
  EngineLate,
  EngineSlow,
  type PoolOptions,
} from '#src/biometrics/engines/pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'atesta-pool-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'worker.mjs')
const missing = join(folder, 'model.bin')
writeFileSync(
  file,
  `import { existsSync } from 'node:fs'
   import { setTimeout } from 'node:timers/promises'
   const done = (result) => ({ kind: 'done', result })
   let warmed = 0
   export const warm = () => {
     if (existsSync(${JSON.stringify(missing)})) return done(++warmed)
     throw new Error('no model')
   }
   export const spin = () => { for (;;) {} }
   export const rest = async () => done(await setTimeout(600, 'rested'))
   export const hang = () => new Promise(() => {})
   export const say = () => done('here')
   export const count = () => done(warmed)`,
)

const open = (options: Partial<PoolOptions> = {}) =>
  createPool({
    file: pathToFileURL(file),
    threads: 1,
    waitingMax: 5,
    limits: { processorMs: 200, clockMs: 4_000 },
    ...options,
  })

describe('a pool', () => {
  test('ends a call that takes too much of a processor with its thread, and serves the next', async () => {
    await using pool = closing(open())
    const gone = { signal: AbortSignal.abort(new Error('gone')) }
    const slow = pool.run('spin', {})
    const next = pool.run('say', {})
    await expect(slow).rejects.toThrow(EngineSlow)
    expect(await next).toBe('here')
    await expect(pool.run('spin', {}, gone)).rejects.toThrow('gone')
    const spent = pool.run('say', {}, { budget: { processorMs: 0, clockMs: 1_000 } })
    await expect(spent).rejects.toThrow(EngineSlow)
  })

  test('lets a call take its time that takes no processor, and never calls it slow', async () => {
    await using pool = closing(open())
    const budget = { processorMs: 200, clockMs: 4_000 }
    expect(await pool.run('rest', {}, { budget })).toBe('rested')
    expect(budget.processorMs).toBeGreaterThan(100)
    expect(budget.clockMs).toBeLessThan(3_500)
    await expect(pool.run('hang', {}, { budget: { ...budget, clockMs: 300 } })).rejects.toThrow(
      EngineLate,
    )
    expect(await pool.run('say', {})).toBe('here')
  })

  test('is warm once its models answer: not while a file is away, and again when it is back', async () => {
    await using pool = closing(open({ first: 'warm' }))
    await expect(pool.warm()).rejects.toThrow('no model')
    await expect(pool.run('say', {})).rejects.toThrow('no model')
    writeFileSync(missing, '')
    await pool.warm()
    expect(await pool.run('count', {})).toBe(1)
    rmSync(missing)
    // A thread that has its models goes on; whoever asks anew is told.
    expect(await pool.run('say', {})).toBe('here')
    await expect(pool.warm()).rejects.toThrow('no model')
  })
})

const closing = <T extends { close(): Promise<void> }>(pool: T) =>
  Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })
