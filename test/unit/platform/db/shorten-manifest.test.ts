import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** As drizzle-orm writes them. */
const targetOf = (file: string) => ({
  import: { types: `./${file}.d.ts`, default: `./${file}.js` },
  require: { types: `./${file}.d.cts`, default: `./${file}.cjs` },
  types: `./${file}.d.ts`,
  default: `./${file}.js`,
})

const files = {
  '.': 'index',
  './alias': 'alias',
  './pg-core': 'pg-core/index',
  './pg-core/columns': 'pg-core/columns/index',
  './pg-core/columns/bigint': 'pg-core/columns/bigint',
  './renamed': 'another',
}

function makePackage(): string {
  const root = mkdtempSync(join(tmpdir(), 'atesta-manifest-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'node_modules/drizzle-orm')
  for (const file of Object.values(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, `${file}.cjs`), '')
  }
  const entries = Object.entries(files).map(([name, file]) => [name, targetOf(file)])
  const manifest = { name: 'drizzle-orm', exports: Object.fromEntries(entries) }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  return folder
}

function shorten(folder: string): string {
  const { status } = spawnSync(process.execPath, ['tools/shorten-manifest.mjs', folder])
  expect(status).toBe(0)
  return readFileSync(join(folder, 'package.json'), 'utf8')
}

test('every name of the long manifest leads to its file by the short one, which is written once', () => {
  const folder = makePackage()
  const short = shorten(folder)
  const { resolve } = createRequire(join(folder, '../../index.js'))
  for (const [name, file] of Object.entries(files))
    expect(resolve(name.replace(/^\./, 'drizzle-orm'))).toBe(join(folder, `${file}.cjs`))
  expect(Object.keys(JSON.parse(short).exports)).toEqual([
    '.',
    './pg-core',
    './pg-core/columns',
    './renamed',
    './*',
  ])
  expect(shorten(folder)).toBe(short)
})

test('that of the installed package is short', () => {
  expect(readFileSync('node_modules/drizzle-orm/package.json').length).toBeLessThan(25_000)
})
