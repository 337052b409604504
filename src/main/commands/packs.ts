// Packs for a team's own CI: `npm run -s packs -- lint|test|diff|draw|publish FILE …`. A file is a document as
// YAML or JSON; its test cases stand beside it, `onboarding.yaml` and `onboarding.cases.yaml`.
import { existsSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { parseArgs } from 'node:util'
import { capabilities } from '#src/capabilities.ts'
import { runCase } from '#src/packs/cases/run.ts'
import { PackCases } from '#src/packs/cases/schema.ts'
import { checkDocument } from '#src/packs/document/check.ts'
import { drawPack } from '#src/packs/drawing/draw.ts'
import { type ParsedText, parseText } from '#src/registry/text.ts'
import type { Pack } from '#workflows/packs/define.ts'
import { packs as ownPacks } from '#workflows/packs/packs.ts'

const usage = `packs lint FILE …
packs test FILE …
packs draw FILE
packs diff FILE FILE
packs publish FILE [--url URL] [--token JWT] [--name NAME] [--message WHY] [--demand-cases]`

const offered = capabilities.flatMap(({ module }) => module ?? [])

/** What is wrong with a file, as compilers say it. */
class Refused extends Error {
  override readonly name = 'Refused'
}

const nameOf = (file: string): string => basename(file, extname(file))

function parse(file: string): ParsedText {
  const read = parseText(readFileSync(file, 'utf8'), file.endsWith('.json'))
  if ('parsed' in read) return read.parsed
  throw new Refused(
    read.faults
      .map(({ line = 1, column = 1, detail }) => `${file}:${line}:${column} ${detail}`)
      .join('\n'),
  )
}

/** Throws Refused with every fault and its place. */
async function readPack(file: string): Promise<Pack> {
  const parsed = parse(file)
  const { message: _, ...document } = Object(parsed.value)
  const checked = await checkDocument(
    document,
    offered,
    async (name, version) =>
      ownPacks.find((one) => one.name === name && one.version === version)?.root,
  )
  if ('expanded' in checked) return { name: nameOf(file), version: 1, ...checked.expanded }
  const lines = checked.faults.map((fault) => {
    const { line, column } = parsed.locate(fault)
    return `${file}:${line}:${column} ${fault.pointer || '/'}: ${fault.detail}`
  })
  throw new Refused(lines.join('\n'))
}

/** How many cases hold; throws Refused for those that do not. */
async function testPack(file: string, isDemanded: boolean): Promise<number> {
  const pack = await readPack(file)
  const beside = file.replace(/\.(ya?ml|json)$/, '.cases.$1')
  if (!existsSync(beside)) {
    if (isDemanded) throw new Refused(`${beside}: there are no test cases`)
    return 0
  }
  const read = PackCases.safeParse(parse(beside).value)
  if (!read.success) throw new Refused(`${beside}: ${read.error.message}`)
  const { cases } = read.data
  const failed = cases.flatMap((one) =>
    runCase(pack, one, offered).map((what) => `${beside}: ${one.name}: ${what}`),
  )
  if (failed.length > 0) throw new Refused(failed.join('\n'))
  return cases.length
}

/** Every value of a document by its pointer. */
function* leaves(value: unknown, pointer = ''): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) yield [pointer, JSON.stringify(value)]
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, `${pointer}/${key}`)
}

function diff(one: string, other: string): string[] {
  const [before, after] = [new Map(leaves(parse(one).value)), new Map(leaves(parse(other).value))]
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
}

async function publish(file: string, { url, token, name, message }: Target): Promise<string> {
  const body = { ...Object(parse(file).value), ...(message !== undefined && { message }) }
  const answer = await fetch(`${url}/v1/packs/${name}/versions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Refused(`${answer.status} ${text}`)
  return text
}

async function run(args: string[]): Promise<string[]> {
  const text = { type: 'string' } as const
  const options = {
    url: text,
    token: text,
    name: text,
    message: text,
    'demand-cases': { type: 'boolean' },
  } as const
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  const [command = '', ...files] = positionals
  const [file = '', other = ''] = files
  if (file === '') throw new Refused(usage)
  switch (command) {
    case 'lint':
      for (const one of files) await readPack(one)
      return files.map((one) => `${one}: sound`)
    case 'test': {
      const counts = files.map(async (one) => `${one}: ${await testPack(one, true)} cases hold`)
      return Promise.all(counts)
    }
    case 'draw':
      return [drawPack(await readPack(file))]
    case 'diff':
      return diff(file, other)
    case 'publish': {
      await testPack(file, values['demand-cases'] ?? false)
      const { url = 'http://127.0.0.1:3000', token = '', name = nameOf(file), message } = values
      return [await publish(file, { url, token, name, message })]
    }
    default:
      throw new Refused(usage)
  }
}

try {
  for (const line of await run(process.argv.slice(2))) process.stdout.write(`${line}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
