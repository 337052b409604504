// Keeps today's workflow bundle as the one that was released last: `node_modules/.bin/node test/replay/release.ts`,
// once per release. From then on both directions of a deploy are tested with it.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { writeBundle } from '#src/main/bundle.ts'

const kept = join(import.meta.dirname, 'released/workflows.js.gz')

/** A worker insists on one. */
const noMap = Buffer.from('{"version":3,"sources":[],"names":[],"mappings":""}').toString('base64')

/** Writes the released bundle to a file that a worker loads. */
export async function unpackRelease(file: string): Promise<void> {
  const code = gunzipSync(await readFile(kept)).toString()
  await writeFile(file, `${code}//# sourceMappingURL=data:application/json;base64,${noMap}\n`)
}

/** Without its source map, which holds all sources once more. */
async function keepRelease(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atesta-release-'))
  const file = join(folder, 'workflows.js')
  await writeBundle(file)
  const code = await readFile(file, 'utf8')
  await rm(folder, { recursive: true })
  const bare = code.replace(/\n\/\/# sourceMappingURL=data:\S+\s*$/, '\n')
  await mkdir(dirname(kept), { recursive: true })
  await writeFile(kept, gzipSync(bare, { level: constants.Z_BEST_COMPRESSION }))
}

if (import.meta.main) await keepRelease()
