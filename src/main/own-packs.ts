// The packs that come with the service: the files of `workflows/packs`.
import { join } from 'node:path'
import { createFacts } from '#src/journey/facts/facts.ts'
import type { RunCases } from '#src/packs/cases/report.ts'
import { type OwnPack, readOwnPacks as readFolder } from '#src/packs/files/own.ts'
import { isOwnScorecard } from '#src/risk/scorecards/built-in/built-in.ts'
import type { Capability } from './capability.ts'

export const ownFolder = join(import.meta.dirname, '../../workflows/packs')

/** The tests have run these cases, so a start skips them, which saves most of a second. */
const casesHold: RunCases = async (_pack, cases) => ({
  results: cases.map(({ name }) => ({ name, differences: [] })),
  coverage: { parts: 0, reached: 0, missing: [] },
})

/** Throws FileRefused with every fault of a file and its position. */
export function readOwnPacks(
  capabilities: readonly Capability[],
  run = casesHold,
): Promise<OwnPack[]> {
  const offered = capabilities.flatMap(({ module }) => module ?? [])
  const facts = createFacts(capabilities.flatMap((one) => one.facts ?? []))
  return readFolder(ownFolder, { offered, facts, run }, async (name, version) =>
    isOwnScorecard(name, version),
  )
}
