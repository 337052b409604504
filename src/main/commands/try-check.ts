// Shows the request to a vendor that a file describes, and how recorded answers are mapped, without calling the vendor:
// node src/main/commands/try-check.ts FILE --service BasicInfos --params '{"document": "…"}' [--answer FILE --status 200]
// [--polled FILE] [--callback FILE --query 'id=7']
import { runAsCommand } from '#src/main/process/run-as-process.ts'
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
    polled: { type: 'string' },
    callback: { type: 'string' },
    query: { type: 'string', default: '' },
  },
})
const [file] = positionals

await runAsCommand(async () => {
  if (file === undefined) throw new Error('name the file of the vendor')
  const path = resolve(file)
  const params: unknown = JSON.parse(values.params)
  if (typeof params !== 'object' || params === null) throw new Error('--params is a JSON object')
  const { service, answer, status, polled, callback } = values
  const read = (name: string) => readFileSync(name, 'utf8')
  const query = Object.fromEntries(new URLSearchParams(values.query))
  const shown = await dryRun(basename(path), dirname(path), {
    params,
    service,
    recorded: answer === undefined ? undefined : { status: Number(status), text: read(answer) },
    polled: polled === undefined ? undefined : { status: 200, text: read(polled) },
    callback: callback === undefined ? undefined : { text: read(callback), query },
  })
  process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
})
