// Loads published lists: node src/main/commands/load-lists.ts FOLDER|s3+https://HOST/BUCKET/PREFIX [--version …] [--force].
// Run it daily: a list that has not changed is confirmed, and one that nobody confirms grows old.
import { parseArgs } from 'node:util'
import { readConfig } from '#src/main/config/config.ts'
import { readListFiles } from '#src/main/list-files.ts'
import { loadLists } from '#src/main/load-lists.ts'
import { openServices } from '#src/main/services.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { version: { type: 'string' }, force: { type: 'boolean', default: false } },
})
const [source] = positionals

async function main(): Promise<void> {
  if (source === undefined) throw new Error('name the folder or the S3 prefix')
  const config = readConfig(process.env)
  const files = await readListFiles(source, {
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  })
  await using parts = new AsyncDisposableStack()
  const { db } = await openServices(config, 'atesta-load-lists', parts)
  const told = await loadLists(db, files, { version: values.version, isForced: values.force })
  for (const { line, isFault } of told)
    (isFault ? process.stderr : process.stdout).write(`${line}\n`)
  if (told.some(({ isFault }) => isFault)) process.exitCode = 1
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`)
  process.exitCode = 1
}
