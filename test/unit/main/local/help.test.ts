// What a stranger types first.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', timeout: 20_000 })

test('npm run demo -- --help says what it takes, and starts and installs nothing', () => {
  const { status, stdout, stderr } = run('tools/run.mjs', 'src/main/local/demo.ts', '--help')
  expect([status, stderr]).toEqual([0, ''])
  for (const word of ['--https', 'PORT=', 'ATESTA_HOME', 'npm run dev'])
    expect(stdout).toContain(word)
})

test('an argument that npm run demo does not know is named, and nothing is started', () => {
  const { status, stdout, stderr } = run('src/main/local/demo.ts', '--htps')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('--htps')
})
