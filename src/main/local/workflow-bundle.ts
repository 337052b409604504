// Caches the workflow bundle of a local start while its sources stay the same.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeBundle } from '#src/main/bundle.ts'
import { projectRoot } from './settings.ts'

/** The files of which workflow code may consist (by the import rules), and the packages under it. */
const sources = ['workflows/**/*.ts', 'src/**/rules.ts', 'package.json', 'package-lock.json']

/** The path of a bundle of the present sources. */
export async function keepBundle(home: string): Promise<string> {
  const name = `workflows-${hashSources()}.js`
  const file = join(home, name)
  if (existsSync(file)) return file
  await writeBundle(file)
  const older = readdirSync(home).filter(
    (other) => /^workflows-.*\.js$/.test(other) && other !== name,
  )
  for (const other of older) rmSync(join(home, other), { force: true })
  return file
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: projectRoot }).toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(projectRoot, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
