import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FileRefused, isCases } from './read.ts'

/** The pack files of a folder, without test cases. Throws FileRefused when the folder does not exist. */
export function listPackFiles(folder: string): string[] {
  if (!existsSync(folder)) throw new FileRefused(`${folder}: there is no such folder`)
  const names = readdirSync(folder).filter((one) => /\.(ya?ml|json)$/.test(one) && !isCases(one))
  return names.toSorted().map((one) => join(folder, one))
}

/**
 * Calls `take` for each file, those that refer to other packs of the folder after these. Throws the first FileRefused
 * when none of the remaining files can be taken.
 */
export async function takeInOrder(
  files: readonly string[],
  take: (file: string) => Promise<void>,
): Promise<void> {
  for (let left = files; left.length > 0;) {
    const refused = new Map<string, FileRefused>()
    for (const file of left) {
      const fault = await findFault(take(file))
      if (fault) refused.set(file, fault)
    }
    const [first] = refused.values()
    if (first && refused.size === left.length) throw first
    left = [...refused.keys()]
  }
}

async function findFault(taken: Promise<void>): Promise<FileRefused | undefined> {
  try {
    await taken
    return undefined
  } catch (error) {
    if (error instanceof FileRefused) return error
    throw error
  }
}
