// Loads published lists: node src/main/commands/load-lists.ts FOLDER|s3+https://HOST/BUCKET/PREFIX [--version …]
// [--force]. Run it daily: it confirms an unchanged list, and a list that is not confirmed becomes outdated. It needs
// only the database and, for a bucket, its keys.
import { runAsCommand } from '#src/main/process/run-as-process.ts'
import { parseArgs } from 'node:util'
import { readListFiles, type S3Keys } from '#src/main/lists/list-files.ts'
import { loadLists, type LoadedLine } from '#src/main/lists/load-lists.ts'
import { type Db, openDatabase } from '#src/platform/db/client.ts'

const options = { version: { type: 'string' }, force: { type: 'boolean', default: false } } as const

/** Returns a line for each list and file. Throws an Error when there is nothing to load. */
export async function runLoadLists(db: Db, args: string[], keys: S3Keys): Promise<LoadedLine[]> {
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  const [source] = positionals
  if (source === undefined) throw new Error('name the folder or the S3 prefix')
  const files = await readListFiles(source, keys)
  return loadLists(db, files, { version: values.version, isForced: values.force })
}

if (import.meta.main)
  await runAsCommand(async (parts) => {
    const { DATABASE_URL = '', S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
    const database = openDatabase(DATABASE_URL, 'atesta-load-lists', 2)
    parts.defer(() => database.close())
    const told = await runLoadLists(database.db, process.argv.slice(2), {
      region: S3_REGION ?? 'auto',
      accessKeyId: S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
    })
    for (const { line, isFault } of told)
      (isFault ? process.stderr : process.stdout).write(`${line}\n`)
    if (told.some(({ isFault }) => isFault)) process.exitCode = 1
  })
