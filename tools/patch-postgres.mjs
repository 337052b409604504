// node tools/patch-postgres.mjs [folder of the package]: mends what postgres.js 3.4.9 does when a connection is
// lost. Each edit names what happens without it; test/db/platform/db/driver.test.ts shows it. Goes when upstream has them.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lostConnections } from './postgres-edits/lost-connections.mjs'
import { pipelines } from './postgres-edits/pipelines.mjs'

const version = '3.4.9'

const edits = [...lostConnections, ...pipelines]

/** Names the guards that a package has: `src/platform/db/guards.ts` starts no process on a driver without this name. */
const mark = createHash('sha256').update(JSON.stringify(edits)).digest('hex').slice(0, 12)

const markLine = /^ {2}guards: '.*',\n/m
const marked = 'Object.assign(Postgres, {\n'

/** Edits the package where it is not edited yet. Throws one sentence when it is another than the edits are for. */
export function patchPostgres(folder) {
  const found = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  if (found !== version)
    throw new Error(
      `The guards of tools/patch-postgres.mjs are for postgres ${version}, and ${found} is installed: see which of them it still needs.`,
    )
  // The mark stands in index.js, which comes last: a package that has it has all.
  for (const format of ['src', 'cjs/src'])
    for (const name of ['connection.js', 'index.js']) patchFile(join(folder, format), name)
}

function patchFile(folder, name) {
  const file = join(folder, name)
  const before = readFileSync(file, 'utf8')
  let text = before
  for (const { from, to } of edits.filter((edit) => edit.file === name)) {
    if (text.includes(to)) continue
    const [head, tail, ...others] = text.split(from)
    if (tail === undefined || others.length > 0)
      throw new Error(
        `${file} is not as postgres ${version} has it, and tools/patch-postgres.mjs cannot mend it: install the packages anew.`,
      )
    text = head + to + tail
  }
  if (name === 'index.js')
    text = text.replace(markLine, '').replace(marked, `${marked}  guards: '${mark}',\n`)
  if (text === before) return
  // At once, because another process may be reading it.
  const next = `${file}.${process.pid}`
  writeFileSync(next, text)
  renameSync(next, file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.url)))
    patchPostgres(process.argv[2] ?? join(root, 'node_modules/postgres'))
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
