import { spawnSync } from 'node:child_process'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runAsProcess } from '#src/main/process/run-as-process.ts'

/** What a process says that cannot start; its exit code is put back, because this one goes on. */
async function saidOf(error: Error): Promise<string> {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none')
  vi.stubEnv('KEYRING', '{}')
  vi.stubEnv('JWT_SECRET', 'x'.repeat(32))
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exited = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const { exitCode } = process
  onTestFinished(() => {
    process.exitCode = exitCode
    vi.unstubAllEnvs()
    said.mockRestore()
    exited.mockRestore()
  })
  await runAsProcess(async () => {
    throw error
  })
  expect(process.exitCode).toBe(1)
  // What it has left open keeps it no longer.
  expect(exited).toHaveBeenCalled()
  return said.mock.calls.map(([line]) => line).join('')
}

test('a process that cannot start says why', async () => {
  expect(await saidOf(new Error('KEYRING: no key'))).toBe('KEYRING: no key\n')
})

test('of a statement that had no answer at the start its code is said, and neither the statement nor a value', async () => {
  const cause = Object.assign(new Error('hush'), { code: 'CONNECTION_CLOSED' })
  const error = new DrizzleQueryError('select $1', ['hush'], cause)
  expect(await saidOf(error)).toBe(
    'The database cannot be asked (DATABASE_URL): CONNECTION_CLOSED\n',
  )
})

test('of a rejection that nobody awaited neither the statement nor a value is said, and the process ends', () => {
  const program = `
    import { DrizzleQueryError } from 'drizzle-orm'
    import { runAsCommand } from '#src/main/process/run-as-process.ts'
    await runAsCommand(() => {
      const cause = Object.assign(new Error('hush'), { code: '23505', detail: 'hush' })
      void Promise.reject(new DrizzleQueryError('select $1', ['hush'], cause))
      return new Promise(() => setTimeout(() => undefined, 60_000))
    })`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^A statement has failed: 23505\n {4}at /)
  expect(stderr).not.toMatch(/hush|select/)
})
