// The folder of a local start: it is locked for one start at a time, and only its owner can read the secrets.
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

/**
 * Creates the folder and locks it for this process; throws when another start uses it, or its data are of before 0.1.0.
 */
export function lockHome(home: string): { release(): void } {
  makeHome(home)
  markVersion(home)
  const file = join(home, 'lock')
  const mine = `${process.pid} ${readStart(process.pid)}\n`
  for (let attempt = 0; attempt < 3; attempt++) {
    if (createOnce(file, mine)) return { release: () => release(file, mine) }
    if (isLocked(home))
      throw new Error(
        `This clone runs already (process ${readOptional(file)?.split(' ')[0]}, data in ${home}): end it first, or set ATESTA_HOME.`,
      )
    rmSync(file, { force: true })
  }
  throw new Error(`${file} cannot be claimed`)
}

/** Whether a start that is running has locked the folder. */
export function isLocked(home: string): boolean {
  const holder = readOptional(join(home, 'lock')) ?? ''
  const pid = Number(holder.split(' ')[0])
  return pid > 0 && holder === `${pid} ${readStart(pid)}\n`
}

/** The first start marks a folder; data without the mark are of before 0.1.0. */
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
  // Other users may traverse the folder but not list it: under root, PostgreSQL runs as another user.
  chmodSync(home, 0o711)
}

/** Writes a file atomically; false when it exists already. */
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
