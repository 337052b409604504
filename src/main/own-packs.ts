// The packs that come with the service: the files of `workflows/packs`.
import { join } from 'node:path'
import { createFacts } from '#src/journey/facts/facts.ts'
import { type OwnPack, readOwnPacks as readFolder } from '#src/packs/files/own.ts'
import { isOwnScorecard } from '#src/risk/scorecards/built-in/built-in.ts'
import type { Capability } from './capability.ts'

export const ownFolder = join(import.meta.dirname, '../../workflows/packs')

/** Throws FileRefused with every fault of a file and its place. */
export function readOwnPacks(capabilities: readonly Capability[]): Promise<OwnPack[]> {
  const offered = capabilities.flatMap(({ module }) => module ?? [])
  const facts = createFacts(capabilities.flatMap((one) => one.facts ?? []))
  return readFolder(ownFolder, { offered, facts }, async (name, version) =>
    isOwnScorecard(name, version),
  )
}
