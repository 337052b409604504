// Packs over the modules and facts of the capabilities that a process has.
import { createFacts, type FactSource } from '#src/facts/facts.ts'
import { type Advancing, createAdvance } from './advance.ts'
import type { Module } from './module.ts'
import type { PackDeps } from './steps.ts'
import { createVersions } from './versions.ts'

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
