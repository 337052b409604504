// The published versions: immutable, so that a process reads each once.
import type { Db } from '#src/db/client.ts'
import { writePin } from './rules.ts'
import { findLiveVersion, findVersion, type Version } from './store.ts'

export type Versions = {
  find(db: Db, name: string, version: number): Promise<Version | undefined>
  /** What new runs get: the newest version. */
  findLive(db: Db, name: string): Promise<Version | undefined>
}

const keptMax = 500

export function createVersions(): Versions {
  const kept = new Map<string, Version>()

  async function find(db: Db, name: string, version: number) {
    const pin = writePin(name, version)
    const known = kept.get(pin)
    if (known) return known
    const found = await findVersion(db, name, version)
    if (found) kept.set(pin, found)
    const [oldest] = kept.keys()
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
    return found
  }

  return {
    find,
    async findLive(db, name) {
      const live = await findLiveVersion(db, name)
      return live === undefined ? undefined : find(db, name, live)
    },
  }
}
