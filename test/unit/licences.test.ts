// What the service is made of may be used by whoever runs it, and what is in NOTICE is what is installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'))

const permissive =
  /^\(?(MIT|MIT-0|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|ISC|0BSD|Unlicense|CC0-1\.0|BlueOak-1\.0\.0)\b/

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

type Locked = {
  readonly license?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly dev?: boolean
  readonly link?: boolean
}

/** All that npm would install, by its path. */
const locked = Object.entries<Locked>(JSON.parse(read('package-lock.json')).packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
)

/** What is none of the permissive ones, with why it may be there. */
const allowed: readonly (readonly [RegExp, RegExp])[] = [
  // A library of its own, linked when it is run and replaceable; what of it is changed would have to be shown.
  [/^node_modules\/@img\/sharp-/, /^(?:Apache-2\.0 AND )?LGPL-3\.0-or-later(?: AND MIT)?$/],
  // Data, named in NOTICE of whoever passes it on.
  [/\/caniuse-lite$/, /^CC-BY-4\.0$/],
  // Taken by the second of them.
  [/\/json-schema$/, /^\(AFL-2\.1 OR BSD-3-Clause\)$/],
  // In the public domain; its author gives it to everybody.
  [/\/jsonify$/, /^Public Domain$/],
  // In the public domain, which its repository says and its manifest does not.
  [/\/unionfs$/, /^$/],
]
/** Of tools that are never passed on. */
const ofTools = /^(?:MPL-2\.0|Python-2\.0)$/

test('no package under any other one brings a licence that is not on the list, by an update neither', () => {
  const others = locked.filter(([path, { license = '', dev }]) => {
    const isTool = dev === true && ofTools.test(license)
    const isNamed = allowed.some(([where, which]) => where.test(path) && which.test(license))
    return !permissive.test(license) && !isTool && !isNamed
  })
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  const copyleft = locked.filter(([, { license = '' }]) => /AGPL|SSPL|(?<!L)GPL|BUSL/.test(license))
  expect(copyleft.map(([path]) => path)).toEqual([])
})

test('each package is locked to its bytes, but for builds of tools for other machines', () => {
  const loose = locked.filter(([, { integrity, optional }]) => !integrity && optional !== true)
  expect(loose.map(([path]) => path)).toEqual([])
  const runs = locked.filter(([, { integrity, dev }]) => !integrity && dev !== true)
  const ours = runs.filter(([path]) => /linux-(?:x64|arm64)/.test(path))
  expect(ours.map(([path]) => path)).toEqual([])
})
