// The command of a team's own CI.
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'atesta-packs-'))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const packs = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const command = join(import.meta.dirname, '../../../src/main/commands/packs.ts')
    execFile(process.execPath, [command, ...args], (error, out, err) =>
      resolve({ code: error ? 1 : 0, out, err }),
    )
  })

const sound = file('sound.yaml', 'root:\n  kind: module\n  module: score\n')
file(
  'sound.cases.yaml',
  'cases:\n  - name: one\n    results: { score: [{ value: 1 }] }\n    expect: { status: completed }\n',
)
const wrong = file('wrong.yaml', 'root:\n  kind: module\n  module: scor\n')

test('says where a document is wrong, and tests one that is not', async () => {
  const [linted, tested] = await Promise.all([packs('lint', sound, wrong), packs('test', sound)])
  expect(linted).toMatchObject({
    code: 1,
    err: expect.stringContaining('wrong.yaml:3:11 /root/module'),
  })
  expect(tested).toMatchObject({ code: 0, out: `${sound}: 1 cases hold\n` })
}, 60_000)
