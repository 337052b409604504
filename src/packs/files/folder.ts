import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FileRefused, isCases } from './read.ts'

/** The packs of a folder, without their cases. Throws FileRefused when there is no such folder. */
export function listPackFiles(folder: string): string[] {
  if (!existsSync(folder)) throw new FileRefused(`${folder}: there is no such folder`)
  const names = readdirSync(folder).filter((one) => /\.(ya?ml|json)$/.test(one) && !isCases(one))
  return names.toSorted().map((one) => join(folder, one))
}

/**
 * Takes each file, those that name others of the folder after these. Throws the first FileRefused of `take` when
 * none of the files that are left can be taken.
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
