// What the workers load: the workflow code alone. What drags Node or zod in doubles the start of every
// workflow, or breaks it.
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBundle } from '#src/main/bundle.ts'

let folder = ''
let sources: string[] = []
let code = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atesta-bundle-'))
  const file = join(folder, 'workflows.js')
  await writeBundle(file)
  code = readFileSync(file, 'utf8')
  sources = readSources(code)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The files that the bundle was made of, from the source map at its end. */
function readSources(bundle: string): string[] {
  const map = /\/\/# sourceMappingURL=data:application\/json[^,]*,([\w+/=]+)\s*$/.exec(bundle)?.[1]
  if (map === undefined) throw new Error('the bundle has no source map')
  // A source map has this member.
  return (JSON.parse(Buffer.from(map, 'base64').toString()) as { sources: string[] }).sources
}

const own = () => sources.filter((source) => !source.includes('node_modules'))

test('the bundle holds the workflow and what it consists of, and no pack', () => {
  const ours = own().flatMap((source) => /workflows\/(.+)\.ts$/.exec(source)?.[1] ?? [])
  const expected = [
    'act-queue',
    'acts',
    'alarm',
    'backtest',
    'calls',
    'details',
    'executor',
    'holds',
    'index',
    'messages',
    'next',
    'preload',
    'refusals',
    'transaction',
  ]
  expect(ours.toSorted()).toEqual(expected)
})

test('it holds nothing of a capability, and nothing else of the service', () => {
  expect(own().filter((source) => /\/(src|activities)\/.*\.ts$/.test(source))).toEqual([])
})

test('it holds no zod, no driver, and nothing that is imported from Node', () => {
  const packages = sources.flatMap(
    (source) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
  )
  const foreign = [...new Set(packages)].filter((name) => !name.startsWith('@temporalio/'))
  // What the SDK itself brings along.
  expect(foreign.toSorted()).toEqual(['long', 'ms', 'nexus-rpc'])
  expect(sources.filter((source) => /external|^node:/.test(source))).toEqual([])
  for (const name of builtinModules.filter((one) => !['assert', 'url', 'util'].includes(one)))
    expect(code).not.toMatch(new RegExp(`require\\(["'](node:)?${name}["']\\)`))
})

test('it stays small', () => {
  expect(Buffer.byteLength(code)).toBeLessThan(4_000_000)
})
