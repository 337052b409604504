// Reads published versions of packs: they never change, so a process caches each.
import { LRUCache } from 'lru-cache'
import { bounded } from '#src/platform/bounded.ts'
import type { Db } from '#src/platform/db/client.ts'
import { findLiveFor, findOwner, findVersion, wasLive } from '#src/journey/registry/read.ts'
import type { VersionRef } from '#src/journey/registry/shares.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { projectValue } from '#src/journey/values/project.ts'
import type { ValueFault, Values } from '#src/journey/values/schema.ts'
import type { Pack } from '#src/packs/document/pack.ts'
import { writePin } from './rules.ts'

/** The version to which a run is pinned; other packs are expanded in its document. */
export type Version = {
  /** The tenant, or `*` for a pack of the service. */
  readonly owner: string
  readonly name: string
  readonly version: number
  readonly document: Pack
}

/** Whether the pack applies to a transaction with this type of document. */
export const fitsSubject = ({ document }: Version, documentType: string): boolean =>
  document.for === undefined || (document.for === 'company') === (documentType === 'cnpj')

/** Fits the input of a run into the schema of its version; for a version without one, all values are dropped. */
export function fitInput(
  { document: { input } }: Version,
  value: unknown,
): { readonly input?: Values } | { readonly faults: readonly ValueFault[] } {
  if (!input) return {}
  const fitted = projectValue(input, value)
  return 'value' in fitted ? { input: fitted.value } : fitted
}

/** Whether a run cannot be started without values. */
export const needsInput = (version: Version): boolean => 'faults' in fitInput(version, {})

export type LiveVersion = { readonly version: Version; readonly shadow?: VersionRef }

export type Versions = {
  find(db: Db, owner: string, name: string, version: number): Promise<Version | undefined>
  /** Finds a version by the name that a tenant uses: its own pack, otherwise the service’s. */
  findNamed(db: Db, tenant: string, name: string, version: number): Promise<Version | undefined>
  /** Whether the pack itself or only the version is missing. */
  absence(db: Db, tenant: string, name: string): Promise<'no-pack' | 'no-version'>
  /** The version for a new run of a transaction. */
  findLive(
    db: Db,
    owner: Owner,
    name: string,
    transactionId: string,
  ): Promise<LiveVersion | undefined>
  /** A version that the client chose for a run, or why it cannot be used. */
  findChosen(db: Db, owner: Owner, name: string, version: number): Promise<Version | NoVersion>
}

export type NoVersion = 'no-pack' | 'no-version' | 'not-live-here'

const kind = 'pack'

export function createVersions(): Versions {
  const kept = new LRUCache<string, Version>(bounded(500))

  async function find(db: Db, owner: string, name: string, version: number) {
    const pin = `${owner}/${writePin(name, version)}`
    const known = kept.get(pin)
    if (known) return known
    const row = await findVersion(db, { kind, tenant: owner, name }, version)
    if (!row) return undefined
    // Safe because it was checked when it was published.
    const composed = (row.expanded ?? row.document) as Omit<Pack, 'name' | 'version'>
    const { root, for: subject, input, output } = composed
    const document = {
      name,
      version,
      root,
      ...(subject && { for: subject }),
      ...(input && { input }),
      ...(output && { output }),
    }
    const found = { owner, name, version, document }
    kept.set(pin, found)
    return found
  }

  async function absence(db: Db, tenant: string, name: string) {
    const owner = await findOwner(db, { kind, tenant, name })
    return owner === undefined ? 'no-pack' : 'no-version'
  }

  return {
    find,
    absence,
    async findChosen(db, { tenant, mode }, name, number) {
      const owner = await findOwner(db, { kind, tenant, name })
      if (owner === undefined) return 'no-pack'
      const version = await find(db, owner, name, number)
      if (!version) return 'no-version'
      const isLive = await wasLive(db, { tenant, mode }, { kind, name }, version)
      return isLive ? version : 'not-live-here'
    },
    async findNamed(db, tenant, name, version) {
      const owner = await findOwner(db, { kind, tenant, name })
      return owner === undefined ? undefined : find(db, owner, name, version)
    },
    async findLive(db, owner, name, transactionId) {
      const live = await findLiveFor(db, owner, { kind, name }, transactionId)
      const pinned = live.version
      const version = pinned && (await find(db, pinned.owner, name, pinned.version))
      return version && { version, ...(live.shadow && { shadow: live.shadow }) }
    },
  }
}
