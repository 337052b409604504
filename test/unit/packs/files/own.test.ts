// The files of the packs that come with the service.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { capabilities } from '#src/main/capabilities.ts'
import { ownFolder } from '#src/main/own-packs.ts'
import { readOwnPacks } from '#src/packs/files/own.ts'

const offered = capabilities.flatMap(({ module }) => module ?? [])
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atesta-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const read = () =>
  readOwnPacks(folder, { offered, facts: { variables: {} } }, async (name, version) =>
    ['card@1', 'identity@2'].includes(`${name}@${version}`),
  )
const of = (seconds: number) =>
  `root: { kind: module, module: score, deadlineSeconds: ${seconds} }\n`

test('a new pack is a file and its cases, and nothing else', async () => {
  cpSync(ownFolder, folder, { recursive: true })
  write('new.yaml', of(10))
  write(
    'new.cases.yaml',
    'cases:\n  - { name: one, results: { score: [{ value: 1 }] }, expect: { status: completed } }\n',
  )
  const packs = await read()
  expect(packs.find(({ name }) => name === 'new')).toEqual({
    name: 'new',
    version: 1,
    root: { kind: 'module', module: 'score', deadlineSeconds: 10 },
    publication: {
      document: { root: { kind: 'module', module: 'score', deadlineSeconds: 10 } },
      expanded: { root: { kind: 'module', module: 'score', deadlineSeconds: 10 } },
      cases: [{ name: 'one', results: { score: [{ value: 1 }] }, expect: { status: 'completed' } }],
      message: undefined,
    },
  })
})

test('a new version stands beside the old one, and the newest comes last', async () => {
  for (const version of [2, 10]) write(`one@${version}.yaml`, of(version))
  write('one.yaml', of(1))
  write('another.yaml', of(1))
  expect((await read()).map(({ name, version }) => [name, version])).toEqual([
    ['another', 1],
    ['one', 1],
    ['one', 2],
    ['one', 10],
  ])
})

test('a pack may name another of the folder, whatever their order', async () => {
  write('b-part.yaml', of(10))
  write('a-whole.yaml', 'root: { kind: pack, pack: b-part, version: 1 }\n')
  const [whole] = await read()
  expect(whole?.root).toMatchObject({ kind: 'pack', root: { module: 'score' } })
  expect(whole?.publication.document).toEqual({
    root: { kind: 'pack', pack: 'b-part', version: 1 },
  })
})

test.for<[string, Record<string, string>, RegExp]>([
  ['text', { 'x.yaml': 'root:\n\tkind: module\n' }, /x\.yaml:2:1 a tab indents it/],
  ['field', { 'x.yaml': `${of(1)}rot: 1\n` }, /x\.yaml:2:6 \/rot: this field is unknown/],
  [
    'module',
    { 'x.yaml': 'root:\n  kind: module\n  module: scor\n' },
    /x\.yaml:3:11 \/root\/module: no module scor is offered/,
  ],
  [
    'composition',
    {
      'x.yaml':
        'root:\n  kind: sequence\n  steps:\n    - { kind: module, module: score }\n    - { kind: module, module: score }\n',
    },
    /x\.yaml:5:7 \/root\/steps\/1: score is named twice/,
  ],
  [
    'condition',
    {
      'x.yaml':
        'root:\n  kind: sequence\n  steps:\n    - { kind: module, module: score }\n    - kind: when\n      of: [score]\n      condition: score.total > 1\n      run: { kind: stop, outcome: review, reason: low }\n',
    },
    /x\.yaml:7:\d+ \/root\/steps\/1\/condition: /,
  ],
  [
    'scorecard',
    { 'x.yaml': 'root: { kind: module, module: score, card: card@2 }\n' },
    /x\.yaml:1:\d+ \/root\/card: no scorecard card@2 is published/,
  ],
  [
    'case',
    {
      'x.yaml': of(1),
      'x.cases.yaml':
        'cases:\n  - { name: one, results: { score: failed }, expect: { status: completed } }\n',
    },
    /x\.cases\.yaml:2:5 \/cases\/0: status is "partial"/,
  ],
  ['name', { 'X.yaml': of(1) }, /X\.yaml: a name has small letters/],
  ['version', { 'x@0.yaml': of(1) }, /x@0\.yaml: a name has small letters/],
  [
    'second file of a version',
    { 'x.yaml': of(1), 'x@1.yaml': of(2) },
    /x@1\.yaml: another file is version 1 too/,
  ],
  [
    'circle',
    {
      'x.yaml': 'root: { kind: pack, pack: y, version: 1 }\n',
      'y.yaml': 'root: { kind: pack, pack: x, version: 1 }\n',
    },
    /x\.yaml:1:\d+ \/root\/pack: no such version is published/,
  ],
])('a start is refused, with the file and the line, by a wrong %s', async ([, files, said]) => {
  for (const [name, text] of Object.entries(files)) write(name, text)
  await expect(read()).rejects.toThrow(said)
})
