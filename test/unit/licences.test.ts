// What the service is made of may be used by whoever runs it, and what is in NOTICE is what is installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'))

const permissive =
  /^\(?(MIT|MIT-0|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|ISC|0BSD|Unlicense|CC0-1\.0)\b/

test('every package that the service depends on is permissive', () => {
  const others = Object.keys(dependencies).flatMap((name) => {
    const { license = '' }: { license?: string } = JSON.parse(
      read(`node_modules/${name}/package.json`),
    )
    return permissive.test(license) ? [] : [`${name}: ${license}`]
  })
  expect(others).toEqual([])
})

/** As it is installed, by itself or with another. */
const versionOf = (name: string): string =>
  String(JSON.parse(read(`node_modules/${name}/package.json`)).version)

test('NOTICE names the engines at the versions that are installed', () => {
  const notice = read('NOTICE')
  const engines = [
    '@vladmandic/human',
    '@vladmandic/face-api',
    '@tesseract.js-data/por',
    'tesseract.js-core',
    'sharp',
    'piscina',
  ]
  expect(engines.filter((name) => !notice.includes(`${name} ${versionOf(name)}`))).toEqual([])
  expect(notice).toContain(`-backend-wasm ${dependencies['@tensorflow/tfjs-backend-wasm']}`)
})
