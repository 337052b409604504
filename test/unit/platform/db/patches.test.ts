// tools/patches, by which patch-package mends installed packages (package.json, postinstall). What each hunk is for,
// test/db/platform/db/driver.test.ts shows.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const patched = ['src/connection.js', 'src/index.js'].map((name) =>
  join('node_modules/postgres', name),
)

/** A clone with nothing but what is patched, as it is installed here, and the patches. */
function copyDriver(): string {
  const root = mkdtempSync(join(tmpdir(), 'atesta-driver-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of [
    'package.json',
    'node_modules/postgres',
    'node_modules/nodemailer',
    'tools/patches',
  ])
    cpSync(name, join(root, name), { recursive: true, dereference: true })
  return root
}

function patch(root: string) {
  const tool = join(process.cwd(), 'node_modules/patch-package/index.js')
  const args = [tool, '--patch-dir', 'tools/patches', '--error-on-fail']
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
}

const read = (root: string) => patched.map((file) => readFileSync(join(root, file), 'utf8'))

test('the installed driver is patched, as this release has it', () => {
  const root = copyDriver()
  expect(patch(root).status).toBe(0)
  expect(read(root)).toEqual(read('.'))
  expect(import.meta.resolve('postgres')).toMatch(/\/node_modules\/postgres\/src\/index\.js$/)
})

test('another text of the driver fails the patch, and stays as it is', () => {
  const root = copyDriver()
  const [file = ''] = patched
  writeFileSync(join(root, file), readFileSync(file, 'utf8').replaceAll('nextWrite', 'flush'))
  const before = read(root)
  expect(patch(root)).toMatchObject({ status: 1, stdout: expect.stringContaining('postgres') })
  expect(read(root)).toEqual(before)
})

test('each change of an installed package says which number it has upstream, or what it is for', () => {
  const hunks = globSync('tools/patches/*.patch').flatMap((file) =>
    readFileSync(file, 'utf8').split(/^@@ /m).slice(1),
  )
  expect(hunks.length).toBeGreaterThan(0)
  expect(hunks.filter((hunk) => !/^\+\s*\/\/ (?:#\d|Speed)/m.test(hunk))).toEqual([])
})
