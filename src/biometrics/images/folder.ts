// Stores objects in a folder of this machine: for local use, and for small deployments with a disk of their own.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { storageAway, type ObjectStore } from '#src/platform/object-store.ts'

export function folderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, checkName(name))
  return {
    put: (name, bytes) => asAway(writeWhole(pathOf(name), bytes)),
    get: (name) => asAway(unlessMissing(readFile(pathOf(name)))),
    async remove(names) {
      await asAway(Promise.all(names.map((name) => rm(pathOf(name), { force: true }))))
    },
    async *list(prefix) {
      const names = await asAway(unlessMissing(readdir(pathOf(prefix))))
      const whole = (names ?? []).filter((name) => !name.startsWith(draftPrefix))
      yield whole.map((name) => prefix + name)
    },
  }
}

const draftPrefix = '.draft-'

/** The file appears complete or not at all, and is on the disk when this resolves. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${draftPrefix}${randomUUID()}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Names are made only here; a wrong one must never lead out of the folder. */
function checkName(name: string): string {
  if (!/^[\w-]+\/[\w-]*$/.test(name)) throw new Error('not the name of an object')
  return name
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function asAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw storageAway(error)
  }
}
