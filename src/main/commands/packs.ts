// Checks packs in a team’s own CI: `npm run -s packs -- lint|test|diff|draw|publish FILE …`, and `schema`. A file is a
// document as YAML or JSON. Its test cases are beside it (`onboarding.yaml` and `onboarding.cases.yaml`), and so are
// the tenant’s own packs that it names: version 2 of `inner` is `inner@2.yaml`, or else `inner.yaml`.
import { parseArgs } from 'node:util'
import { capabilities, withOwnServices } from '#src/main/capabilities.ts'
import { readDeclared } from '#src/main/ports/checking.ts'
import { createFacts } from '#src/journey/facts/facts.ts'
import { readOwnPacks } from '#src/main/own-packs.ts'
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import type { PublishedNames } from '#src/packs/conditions/check.ts'
import { examplesOf, fieldsOf } from '#src/packs/conditions/fields.ts'
import { casesSchema, packSchema } from '#src/packs/files/json-schema.ts'
import { drawPack } from '#src/packs/drawing/draw.ts'
import {
  FileRefused,
  isPackName,
  nameOf,
  parseFile,
  readBody,
  readPackFile,
  composedOf,
} from '#src/packs/files/read.ts'
import { ownScorecards } from '#src/risk/scorecards/built-in/built-in.ts'
import type { Pack, Step } from '#src/packs/document/pack.ts'
import { requiredBy } from '#src/packs/document/required-input.ts'
import { findUnguarded } from '#src/packs/document/table-facts.ts'
import { eachStep } from '#src/packs/document/walk.ts'
import { findRootBeside } from './packs-of-files.ts'

const usage = `packs lint FILE …
packs test FILE …
packs draw FILE
packs diff FILE FILE
packs schema [cases]
packs fields [WORD]
packs publish FILE [--url URL] [--token JWT] [--name NAME] [--message WHY] [--demand-cases]`

/** Includes the services of the file of accounts, if this environment has one. */
const offered = withOwnServices(capabilities, readDeclared(process.env)).flatMap(
  ({ module }) => module ?? [],
)
const facts = createFacts(capabilities.flatMap((one) => one.facts ?? []))

let own: ReturnType<typeof readOwnPacks> | undefined

/**
 * The known packs are the service’s own and those beside the file; a tenant’s scorecards are known only to a service.
 */
const knownTo = (file: string): PublishedNames => ({
  async root(name, version) {
    own ??= readOwnPacks(capabilities)
    const found = (await own).find((one) => one.name === name && one.version === version)
    return found?.root ?? findRootBeside(file, name, version, [file])
  },
  async hasScorecard(name, version) {
    const own = ownScorecards.filter((one) => one.name === name)
    // Scorecards that follow the catalogue are accepted in any version, because only an installation knows their
    // versions.
    return own.length === 0 || own.some((one) => (one.version ?? version) === version)
  },
})

/** Throws FileRefused with every fault and its position, failed cases included. */
const check = (file: string) => readPackFile(file, { offered, facts }, knownTo(file))

/** Checks every file, so that all faults are reported at once. */
async function lint(files: readonly string[]): Promise<string[]> {
  const looked = await Promise.allSettled(files.map(async (one) => check(one)))
  const wrong = looked.flatMap((one) => (one.status === 'rejected' ? [sayOf(one.reason)] : []))
  if (wrong.length > 0) throw new FileRefused(wrong.join('\n'))
  return looked.flatMap((one, at) => {
    const file = files[at] ?? ''
    return one.status === 'fulfilled'
      ? [
          `${file}: sound`,
          ...sayNeeded(file, one.value.document),
          ...findSilent(file, composedOf(one.value).root),
        ]
      : []
  })
}

/** Lists the data that a client must send before the pack is rolled out. */
function sayNeeded(file: string, value: unknown): string[] {
  const needed = requiredBy(value)
  return needed.length === 0 ? [] : [`${file}: no run is started without ${needed.join(', ')}`]
}

/** Describes the consequences of each condition that does not handle absent data. */
const findSilent = (file: string, root: Step): string[] =>
  [...eachStep(root)].flatMap(([path, step]) => {
    if (step.kind === 'decide')
      return findUnguarded(step).map(
        ({ row, reads }) =>
          `${file}: /root${path} goes on where ${row} has no answer, and no other row asks for ${reads.join(', ')}`,
      )
    if (step.kind !== 'when' && step.kind !== 'repeat') return []
    if (step.unanswered !== undefined || (step.kind === 'when' && step.ifUnanswered)) return []
    return [
      `${file}: /root${path} says nothing of absent data: without them the run ends as review`,
    ]
  })

const sayOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function readPack(file: string): Promise<Pack> {
  return { name: nameOf(file), version: 1, ...composedOf(await check(file)) }
}

/** Returns the number of test cases, which have all passed. */
async function testPack(file: string, isDemanded: boolean): Promise<number> {
  await check(file)
  const { cases } = readBody(file)
  if (cases === 0 && isDemanded) throw new FileRefused(`${file}: there are no test cases beside it`)
  return cases
}

/** Yields every scalar of a document with its pointer. */
function* leaves(value: unknown, pointer = ''): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) yield [pointer, JSON.stringify(value)]
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, `${pointer}/${key}`)
}

function diff(one: string, other: string): string[] {
  const [before, after] = [
    new Map(leaves(parseFile(one).value)),
    new Map(leaves(parseFile(other).value)),
  ]
  const pointers = [...new Set([...before.keys(), ...after.keys()])]
  return pointers.flatMap((at) => {
    const [was, is] = [before.get(at), after.get(at)]
    if (was === is) return []
    return [
      ...(was === undefined ? [] : [`- ${at}: ${was}`]),
      ...(is === undefined ? [] : [`+ ${at}: ${is}`]),
    ]
  })
}

type Target = {
  readonly url: string
  readonly token: string
  readonly name: string
  readonly message?: string | undefined
  readonly demandCases: boolean
}

function addressOf(url: string, name: string): string {
  if (!isPackName(name))
    throw new FileRefused(`--name: a name has small letters, digits and hyphens alone`)
  if (!/^https?:/.test(url) || !URL.canParse(url))
    throw new FileRefused('--url: it is no address like https://id.example')
  return `${url.replace(/\/+$/, '')}/v1/packs/${name}/versions`
}

async function publish(file: string, { url, token, name, ...given }: Target): Promise<string> {
  const { message, demandCases } = given
  const beside = { ...(message !== undefined && { message }), ...(demandCases && { demandCases }) }
  const body = { ...readBody(file).value, ...beside }
  const answer = await fetch(addressOf(url, name), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    const reason = error instanceof Error && error.cause ? error.cause : error
    throw new FileRefused(`${url} cannot be reached: ${sayOf(reason)}`)
  })
  const text = await answer.text()
  if (!answer.ok) throw new FileRefused(`${answer.status} ${text}`)
  return text
}

function schemaOf(of: string): object {
  if (of === '') return packSchema(examplesOf({ offered, facts }))
  if (of === 'cases') return casesSchema()
  throw new FileRefused(usage)
}

/** Lists what conditions can read, with types, meanings and examples; `word` keeps only lines that contain it. */
const listFields = (word: string): string[] =>
  [...fieldsOf({ offered, facts })]
    .map(({ path, type, values = [], meaning, example }) => {
      const only =
        values.length === 0 ? [] : [`only ${values.map((one) => JSON.stringify(one)).join(', ')}`]
      return [`${path}: ${type}`, ...(meaning === '' ? [] : [meaning]), ...only, example].join(
        ' — ',
      )
    })
    .filter((line) => line.toLowerCase().includes(word.toLowerCase()))

/** Returns the lines to print. Throws FileRefused that says what is wrong. */
export async function run(args: string[]): Promise<string[]> {
  const text = { type: 'string' } as const
  const options = {
    help: { type: 'boolean' },
    url: text,
    token: text,
    name: text,
    message: text,
    'demand-cases': { type: 'boolean' },
  } as const
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  const [command = '', ...files] = positionals
  const [file = '', other = ''] = files
  if (values.help) return [usage]
  if (command === 'schema') return [JSON.stringify(schemaOf(file), null, 2)]
  if (command === 'fields') return listFields(file)
  if (file === '') throw new FileRefused(usage)
  switch (command) {
    case 'lint':
      return lint(files)
    case 'test': {
      const counts = files.map(async (one) => `${one}: ${await testPack(one, true)} cases hold`)
      return Promise.all(counts)
    }
    case 'draw':
      return [drawPack(await readPack(file))]
    case 'diff':
      if (other === '') throw new FileRefused(usage)
      return diff(file, other)
    case 'publish': {
      const { url = 'http://127.0.0.1:3000', token = '', name = nameOf(file), message } = values
      const demandCases = values['demand-cases'] ?? false
      await testPack(file, demandCases)
      return [await publish(file, { url, token, name, message, demandCases })]
    }
    default:
      throw new FileRefused(usage)
  }
}

if (import.meta.main)
  await runAsCommand(async () => {
    for (const line of await run(process.argv.slice(2))) process.stdout.write(`${line}\n`)
  })
