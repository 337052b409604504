// Assembles packs over the modules and facts of the capabilities.
import { createFacts, type FactSource } from '#src/journey/facts/facts.ts'
import { type Advancing, createAdvance } from './advance.ts'
import type { Module } from '#src/journey/modules/module.ts'
import type { PackDeps } from '#src/packs/runs/steps.ts'
import { createVersions } from '#src/packs/runs/versions.ts'

type Offering = { readonly module?: Module; readonly facts?: FactSource }

export type Packs = PackDeps & Advancing

export function createPacks(
  capabilities: readonly Offering[],
  given: Pick<PackDeps, 'sealer' | 'log'>,
): Packs {
  const deps = {
    ...given,
    offered: capabilities.flatMap(({ module }) => module ?? []),
    facts: createFacts(capabilities.flatMap(({ facts }) => facts ?? [])),
    versions: createVersions(),
  }
  return { ...deps, ...createAdvance(deps) }
}
