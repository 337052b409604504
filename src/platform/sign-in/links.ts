// One-time links of a local start: a program that can write into the folder makes a code, which stands for a credential
// of fifteen minutes. Each code has a file named by its hash, and reading the file deletes it.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The life of the credential behind a link, as the option `--expires`. */
export const linkLife = '15m'
const keptMs = 86_400_000

/** The path at which a code signs in. */
export const linkPath = (code: string) => `/console/sign-in/link/${code}`

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()

const fileOf = (folder: string, code: string) => join(folder, hashCode(code).toString('hex'))

/** Resolves to the code. */
export async function writeLink(folder: string, credential: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await forgetOld(folder)
  const code = randomBytes(32).toString('base64url')
  await writeFile(fileOf(folder, code), credential, { mode: 0o600, flag: 'wx' })
  return code
}

/** The credential behind a code, once; undefined if the code is unknown, used or expired. */
export async function takeLink(folder: string, code: string): Promise<string | undefined> {
  const file = fileOf(folder, code)
  try {
    const credential = await readFile(file, 'utf8')
    // When two have read the file, only one can remove it; the other fails here.
    await unlink(file)
    return credential
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > keptMs) await unlink(file).catch(() => undefined)
  }
}
