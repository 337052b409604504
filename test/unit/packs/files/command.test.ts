// The command of a team's own CI.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '#src/main/commands/packs.ts'
import { ownFolder } from '#src/main/own-packs.ts'
import { listPackFiles } from '#src/packs/files/folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'atesta-packs-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const cases = (status: string) =>
  `cases:\n  - name: one\n    results: { score: [{ value: 1 }] }\n    expect: { status: ${status} }\n`
const score = 'root:\n  kind: module\n  module: score\n'

test('says where a document is wrong, with a place for each fault', async () => {
  const sound = file('sound.yaml', score)
  const wrong = file('wrong.yaml', 'root:\n  kind: module\n  module: scor\n')
  const unknown = file('unknown.yaml', `${score}  card: identity@9\n`)
  expect(await run(['lint', sound])).toEqual([`${sound}: sound`])
  const input =
    'input: { type: object, required: [amount], properties: { amount: { type: number } } }'
  const needy = file('needy.yaml', `${input}\n${score}`)
  expect(await run(['lint', needy])).toEqual([
    `${needy}: sound`,
    `${needy}: no run is started without input.amount`,
  ])
  await expect(run(['lint', sound, wrong])).rejects.toThrow('wrong.yaml:3:11 /root/module')
  await expect(run(['lint', unknown])).rejects.toThrow('unknown.yaml:4:9 /root/card: no scorecard')
})

test('takes files that name the tenant’s own packs and cards', async () => {
  const inner = 'root: { kind: pack, pack: own-inner, version: 2 }\n'
  const outer = file('own-outer.yaml', inner)
  await expect(run(['lint', outer])).rejects.toThrow('no such version is published')
  // Without one of that version the file of that name stands for it.
  file('own-inner.yaml', score)
  expect(await run(['lint', outer])).toEqual([`${outer}: sound`])
  file('own-inner@2.yaml', `${score}  card: own-card@7\n`)
  expect(await run(['lint', outer])).toEqual([`${outer}: sound`])
  file('own-inner@2.yaml', 'root: { kind: pack, pack: own-outer, version: 1 }\n')
  await expect(run(['lint', outer])).rejects.toThrow('it names itself')
})

test('says what is wrong with every file at once, and refuses what an API would', async () => {
  const wrong = file('many.yaml', 'root:\n  kind: sequence\n  setps: []\n')
  const gone = join(folder, 'gone.yaml')
  const large = file('large.yaml', `${score}#${'x'.repeat(140_000)}\n`)
  const list = file('list.yaml', '- a\n')
  const latin = join(folder, 'latin.yaml')
  writeFileSync(latin, Buffer.from(`${score}# caf\xe9\n`, 'latin1'))
  const said = await run(['lint', wrong, gone, large, list, latin]).catch(String)
  for (const part of [
    'many.yaml:1:1 /root/steps: this field is missing',
    'gone.yaml',
    'large.yaml: it is over 128 KiB',
    'list.yaml:1:1 /: must be an object',
    'latin.yaml: it is not UTF-8',
  ])
    expect(said).toContain(part)
})

test('finds test cases whatever their file is written in, and takes one file of them', async () => {
  const tested = file('mixed.json', JSON.stringify({ root: { kind: 'module', module: 'score' } }))
  file('mixed.cases.yml', cases('partial'))
  await expect(run(['lint', tested])).rejects.toThrow('mixed.cases.yml:2:5 /cases/0: status is')
  file('mixed.cases.json', '{ "cases": [] }')
  await expect(run(['lint', tested])).rejects.toThrow('has cases of the same pack')
})

test('says how it is used, and where it cannot publish', async () => {
  const sound = file('publish.yaml', score)
  expect((await run(['--help'])).join('')).toContain('packs lint FILE')
  await expect(run(['diff', sound])).rejects.toThrow('packs diff FILE FILE')
  const publish = (...more: string[]) => run(['publish', sound, '--token', 'x', ...more])
  await expect(publish('--name', 'No Name')).rejects.toThrow('--name: a name has small letters')
  await expect(publish('--url', 'id.example')).rejects.toThrow('--url: it is no address')
  await expect(publish('--url', 'http://127.0.0.1:1/')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:1\/ cannot be reached: .+/,
  )
})

test('tests a document by the cases beside it', async () => {
  const tested = file('tested.yaml', score)
  file('tested.cases.yaml', cases('completed'))
  expect(await run(['test', tested])).toEqual([`${tested}: 1 cases hold`])
  file('tested.cases.yaml', cases('partial'))
  await expect(run(['test', tested])).rejects.toThrow('tested.cases.yaml:2:5 /cases/0: status is')
  file('tested.cases.yaml', cases('finished'))
  await expect(run(['test', tested])).rejects.toThrow(
    'tested.cases.yaml:4:23 /cases/0/expect/status',
  )
  await expect(run(['test', file('untested.yaml', score)])).rejects.toThrow('no test cases')
})

test.for(listPackFiles(ownFolder).map((own) => basename(own)))(
  '%s of the service has cases beside it, and they hold',
  async (own) => {
    const [said] = await run(['test', join(ownFolder, own)])
    expect(said).toMatch(/: [1-9]\d* cases hold$/)
  },
)

test('an example of each field is a condition, and lint says what happens without its data', async () => {
  const lines = await run(['fields'])
  const examples = lines.map((line) => line.split(' — ').at(-1) ?? '')
  // Modules of which there are two the same pack cannot name; facts and the transaction it can.
  const steps = examples
    .filter((one) => !one.includes('steps.'))
    .slice(0, 60)
    .map((condition) => ({
      kind: 'when',
      condition,
      run: { kind: 'stop', outcome: 'review', reason: 'r' },
    }))
  const own = { kind: 'module', module: 'score' }
  const examplesFile = file(
    'examples.json',
    JSON.stringify({ root: { kind: 'sequence', steps: [own, ...steps] } }),
  )
  const said = await run(['lint', examplesFile])
  expect(said).toHaveLength(1 + steps.length)
  expect(said[1]).toContain('/root/steps/1 says nothing of absent data')
})

test('draws, compares, and writes the schemas for editors', async () => {
  const one = file('one.yaml', score)
  const other = file('other.json', '{"root": {"kind": "module", "module": "rating"}}')
  expect((await run(['draw', one])).join('')).toMatch(/^<svg/)
  expect(await run(['diff', one, other])).toEqual([
    '- /root/module: "score"',
    '+ /root/module: "rating"',
  ])
  const schema = JSON.parse((await run(['schema'])).join(''))
  expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#' })
  expect(Object.keys(schema.definitions)).toContain('RepeatStep')
  // An editor completes a condition by them.
  const { condition } = schema.definitions.WhenStep.properties
  expect(condition.examples).toContain('facts.liveness.securityCheck == 0.0')
  expect(condition.examples).toContain('steps.score.moduleStatus == "completed"')
  expect(schema.definitions.ModuleStep.properties.module.examples).toContain('aiDocs')
  expect(await run(['fields', 'liveness.securityCheck'])).toEqual([
    expect.stringMatching(
      /^facts\.liveness\.securityCheck: number — .+ — only 0, 1, 2, 3 — facts\..+ == 0\.0$/,
    ),
  ])
  expect(JSON.parse((await run(['schema', 'cases'])).join(''))).toHaveProperty('title')
  await expect(run(['schema', 'nothing'])).rejects.toThrow('packs lint FILE')
})
