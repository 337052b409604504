// Finds a published scorecard: a named version, or the live one.
import { LRUCache } from 'lru-cache'
import { bounded } from '#src/platform/bounded.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { CelVariables } from '#src/platform/cel/variables.ts'
import { publishFile, publishOwn } from '#src/journey/registry/publish.ts'
import { findLive, findLiveFor, findOwner, findVersion } from '#src/journey/registry/read.ts'
import { service, type VersionRef } from '#src/journey/registry/shares.ts'
import type { Owner } from '#src/journey/transaction/locked.ts'
import { ownScorecards } from './built-in/built-in.ts'
import { type CompiledScorecard, compileScorecard } from './compile.ts'
import { Scorecard } from './document.ts'

export type PublishedScorecard = CompiledScorecard & {
  /** The name and version, for example `identity@1`. */
  readonly title: string
  /** The title, but different for each owner. */
  readonly key: string
}

type Asked = Owner & { readonly id: string }

/** `named` is `name@3`, or a name whose live version is used. Throws an Error when there is none. */
export async function findScorecard(
  db: Db,
  variables: CelVariables,
  { tenant, mode, id }: Asked,
  named: string,
): Promise<PublishedScorecard & { readonly shadow?: VersionRef }> {
  const [name = '', number] = named.split('@')
  const kind = 'scorecard' as const
  const { version: ref, shadow } =
    number === undefined
      ? await findLiveFor(db, { tenant, mode }, { kind, name }, id)
      : await findNamed(db, { tenant, mode }, { kind, tenant, name }, Number(number))
  const found =
    ref && (await compiled(db, variables, { kind, tenant: ref.owner, name }, ref.version))
  if (!found) throw new Error(`no scorecard ${named}`)
  return { ...found, ...(shadow && { shadow }) }
}

/** The version that is evaluated beside the live one. */
export function findShadow(
  db: Db,
  variables: CelVariables,
  name: string,
  { owner, version }: VersionRef,
): Promise<PublishedScorecard | undefined> {
  return compiled(db, variables, { kind: 'scorecard', tenant: owner, name }, version)
}

type Named = { readonly kind: 'scorecard'; readonly tenant: string; readonly name: string }

/** A tenant's own scorecard has its shadow even beside a named version. */
async function findNamed(
  db: Db,
  asked: Owner,
  named: Named,
  version: number,
): ReturnType<typeof findLiveFor> {
  const owner = await findOwner(db, named)
  if (owner === undefined) return {}
  if (owner === service) return { version: { owner, version } }
  const { shadow } = await findLive(db, asked, named)
  return { version: { owner, version }, ...(shadow && { shadow }) }
}

/** Caches the compiled versions that a process used last, because versions never change. */
const kept = new WeakMap<CelVariables, LRUCache<string, PublishedScorecard>>()
const keptMax = 200

async function compiled(
  db: Db,
  variables: CelVariables,
  named: Named,
  version: number,
): Promise<PublishedScorecard | undefined> {
  const compiledByKey =
    kept.get(variables) ?? new LRUCache<string, PublishedScorecard>(bounded(keptMax))
  kept.set(variables, compiledByKey)
  const key = `${named.tenant}/${named.name}@${version}`
  const known = compiledByKey.get(key)
  if (known) return known
  const found = await findVersion(db, named, version)
  if (!found) return undefined
  const scorecard = {
    title: `${named.name}@${version}`,
    key: `${named.tenant === service ? '' : 'own/'}${named.name}@${version}`,
    ...compileScorecard(Scorecard.parse(found.document), variables),
  }
  compiledByKey.set(key, scorecard)
  return scorecard
}

/** Runs at the start of a process. Throws an Error when a fixed version has other content than before. */
export async function publishOwnScorecards(db: Db, holding: readonly string[] = []): Promise<void> {
  for (const { name, version, scorecard: document } of ownScorecards)
    if (version === undefined)
      await publishFile(db, { kind: 'scorecard', name }, { document }, holding)
    else await publishOwn(db, { kind: 'scorecard', name, version }, { document }, holding)
}
