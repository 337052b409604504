// Scorecards are checked in files, with their test cases, as a service would check them.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintScorecards } from '#src/main/commands/scorecards.ts'

const folder = mkdtempSync(join(tmpdir(), 'atesta-scorecards-'))
function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const card = (points: number, when = 'document.checkDigitsHold') => `base: 10
rules:
  - { code: sound, when: ${when}, points: ${points}, description: Válido }
cases:
  - { name: sound, facts: { document: { checkDigitsHold: true } }, expect: { value: 15 } }
`

test('a sound file is said to be sound', async () => {
  const path = file('own.yaml', card(5))
  expect(await lintScorecards(['lint', path])).toEqual([`${path}: sound`])
})

test('each fault of each file is named with its place', async () => {
  const failing = file('failing.yaml', card(6))
  const unknown = file('unknown.yaml', card(5, 'document.nothing'))
  const reserved = file('identity.yaml', card(5))
  await expect(lintScorecards(['lint', failing, unknown, reserved])).rejects.toThrow(
    new RegExp(
      [
        `${failing}:5:5 /cases/0: value is 16, and not 15`,
        `${unknown}:3:\\d+ /rules/0/when: .*`,
        `${reserved}:1:1 the name identity is one of the service's`,
      ].join('\n'),
    ),
  )
})

test.for([[], ['lint'], ['draw', 'x.yaml']])('%j is told how the command is used', async (args) => {
  await expect(lintScorecards(args)).rejects.toThrow('scorecards lint FILE')
})
