// Resolves packs that a team’s files name: the tenant’s own ones are read from the files beside, without asking a
// service.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Step } from '#src/packs/document/pack.ts'
import { PackDocument } from '#src/packs/document/schema/schema.ts'
import { expand } from '#src/packs/document/expand.ts'
import { FileRefused, parseFile } from '#src/packs/files/read.ts'

const endings = ['yaml', 'yml', 'json']

/** Finds `card@2.yaml`, or else `card.yaml`, which serves as any version. */
function findFile(folder: string, name: string, version: number): string | undefined {
  const names = [`${name}@${version}`, name]
  return names
    .flatMap((one) => endings.map((ending) => join(folder, `${one}.${ending}`)))
    .find((file) => existsSync(file))
}

/**
 * The composition of a pack in a file beside this one, with the packs that it names in turn. Throws FileRefused where
 * it is no pack, or includes itself.
 */
export async function findRootBeside(
  file: string,
  name: string,
  version: number,
  around: readonly string[] = [],
): Promise<Step | undefined> {
  const found = findFile(dirname(file), name, version)
  if (found === undefined) return undefined
  if (around.includes(found)) throw new FileRefused(`${found}: it names itself, by way of others`)
  const { root } = Object(parseFile(found).value) as { root?: unknown }
  const read = PackDocument.shape.root.safeParse(root)
  if (!read.success) throw new FileRefused(`${found}: it is no pack; lint it by itself`)
  const { step } = await expand(read.data, (inner, number) =>
    findRootBeside(found, inner, number, [...around, found]),
  )
  return step
}
