// The folder of a local start: one start at a time, secrets readable by their owner alone.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { readStart } from './process-table.ts'

/** Makes the folder and claims it for this process; throws when another start has it, or its data are of before 0.1.0. */
export function lockHome(home: string): { release(): void } {
  makeHome(home)
  markVersion(home)
  const file = join(home, 'lock')
  const mine = `${process.pid} ${readStart(process.pid)}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    if (createOnce(file, mine)) return { release: () => release(file, mine) }
    const holder = readOptional(file) ?? ''
    const pid = Number(holder.split(' ')[0])
    if (pid > 0 && holder === `${pid} ${readStart(pid)}\n`)
      throw new Error(
        `This clone runs already (process ${pid}, data in ${home}): end it first, or set ATESTA_HOME.`,
      )
    rmSync(file, { force: true })
  }
  throw new Error(`${file} cannot be claimed`)
}

/** Its first start marks a folder; only one of before 0.1.0 has data and no mark. */
function markVersion(home: string): void {
  const hasData = readdirSync(home).some((name) => /^(postgres|temporal-.*\.db)$/.test(name))
  if (!hasData) createOnce(join(home, 'version'), '1\n')
  else if (readOptional(join(home, 'version')) === undefined)
    throw new Error(
      `${home} holds data of before 0.1.0, which nothing brings up to date: delete that folder.`,
    )
}

export function makeHome(home: string): void {
  mkdirSync(home, { recursive: true })
  // Others may pass through (PostgreSQL runs as another user under root) and list nothing.
  chmodSync(home, 0o711)
}

/** Writes a file that appears whole or not at all; false when it exists already. */
export function createOnce(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

export function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function release(file: string, mine: string): void {
  if (readOptional(file) === mine) rmSync(file, { force: true })
}
