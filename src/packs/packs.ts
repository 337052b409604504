// Assembles packs over the modules and facts of the capabilities.
import { createFacts, type FactSource } from '#src/journey/facts/facts.ts'
import { createAdvance } from './advance.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import type { OwnPack } from '#src/packs/files/own.ts'
import type { Advancing, PackDeps } from '#src/packs/runs/deps.ts'
import { settingsFacts } from '#src/packs/conditions/settings-facts.ts'
import type { Tenants } from '#src/platform/tenants/settings.ts'
import { createVersions } from '#src/packs/runs/versions.ts'

type Offering = { readonly module?: Module; readonly facts?: FactSource }

export type Packs = PackDeps & Advancing & Own

type Own = {
  /** The packs that come with the service. */
  readonly own: readonly OwnPack[]
}

/** The tenants’ settings for verdicts; without them these facts are unknown. */
type Settings = { readonly tenants?: Pick<Tenants, 'of'> }

export function createPacks(
  capabilities: readonly Offering[],
  {
    sealer,
    log,
    own,
    tenants,
    childLinks,
  }: Pick<PackDeps, 'sealer' | 'log' | 'childLinks'> & Own & Settings,
): Packs {
  const deps = {
    sealer,
    log,
    own,
    offered: capabilities.flatMap(({ module }) => module ?? []),
    facts: createFacts([
      ...capabilities.flatMap(({ facts }) => facts ?? []),
      ...(tenants ? [settingsFacts(tenants)] : []),
    ]),
    versions: createVersions(),
    ...(childLinks && { childLinks }),
  }
  return { ...deps, ...createAdvance(deps) }
}
