import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const installed = 'node_modules/postgres'
const driver = (folder: string) => join(folder, 'src/connection.js')

function copyPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-driver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(installed, folder, { recursive: true, dereference: true })
  return folder
}

function patch(folder: string) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/patch-postgres.mjs', folder])
  return { status, said: String(stderr) }
}

test('the driver that is installed has its guards, and they are put in once', () => {
  const folder = copyPackage()
  expect(patch(folder)).toEqual({ status: 0, said: '' })
  for (const file of ['src/connection.js', 'src/index.js', 'cjs/src/connection.js'])
    expect(readFileSync(join(folder, file), 'utf8')).toBe(
      readFileSync(join(installed, file), 'utf8'),
    )
})

test('another text of the driver fails the set-up with a sentence', () => {
  const folder = copyPackage()
  const changed = readFileSync(driver(folder), 'utf8').replaceAll('nextWrite', 'flush')
  writeFileSync(driver(folder), changed)
  expect(patch(folder)).toEqual({
    status: 1,
    said: expect.stringMatching(/^\S+ is not as postgres 3\.4\.9 has it, .* packages anew\.\n$/),
  })
})

test('another version of the driver fails the set-up with a sentence', () => {
  const folder = copyPackage()
  writeFileSync(join(folder, 'package.json'), '{ "version": "3.5.0" }')
  expect(patch(folder)).toEqual({
    status: 1,
    said: expect.stringMatching(/^The guards .* are for postgres 3\.4\.9, and 3\.5\.0 is .*\.\n$/),
  })
})
