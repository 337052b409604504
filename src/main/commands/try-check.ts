// Shows what a vendor that a file describes would be sent, and what a recorded answer of it maps to; asks nobody:
// node src/main/commands/try-check.ts FILE --service BasicInfos --params '{"document": "…"}' [--answer FILE --status 200]
import { readFileSync } from 'node:fs'
import { dirname, basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dryRun } from '#src/vendors/http/dry-run.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    service: { type: 'string', default: 'BasicInfos' },
    params: { type: 'string', default: '{}' },
    answer: { type: 'string' },
    status: { type: 'string', default: '200' },
  },
})
const [file] = positionals

async function main(): Promise<void> {
  if (file === undefined) throw new Error('name the file of the vendor')
  const path = resolve(file)
  const params: unknown = JSON.parse(values.params)
  if (typeof params !== 'object' || params === null) throw new Error('--params is a JSON object')
  const recorded =
    values.answer === undefined
      ? undefined
      : { status: Number(values.status), text: readFileSync(values.answer, 'utf8') }
  const { service } = values
  const shown = await dryRun(basename(path), dirname(path), { params, service, recorded })
  process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`)
  process.exitCode = 1
}
