// The declarations of packs and scorecards about themselves, so that the same routes publish, list and roll out both.
import type { z } from 'zod'
import type { Db } from '#src/platform/db/client.ts'
import type { Publishing } from '#src/platform/tenants/settings.ts'
import type { Admits, Publication } from './publish.ts'
import type { RegistryKind } from './shares.ts'
import type { DocumentFault } from './text.ts'

type Candidate = {
  readonly tenant: string
  readonly name: string
  readonly value: unknown
  /** The demands of the tenant's settings on a publication. */
  readonly demands: Pick<Publishing, 'demandCases' | 'demandCoverage'>
}

export type Registered = {
  readonly kind: RegistryKind
  /** The noun in texts, such as `pack`. */
  readonly noun: string
  /** The path, such as `/v1/packs`. */
  readonly path: `/v1/${string}`
  /** The name of the path parameter. */
  readonly param: 'packName' | 'name'
  readonly tag: string
  readonly document: z.ZodType
  /** Whether new runs of a document can be made in a mode. */
  readonly admits?: Admits
  /** The data that a client must send for a new run of the document, as paths. */
  readonly needs?: (document: unknown) => readonly string[]
  /** Checks a parsed document; faults point into it. `message` and the test cases are not part of the document. */
  check(
    db: Db,
    candidate: Candidate,
  ): Promise<{ readonly publication: Publication } | { readonly faults: readonly DocumentFault[] }>
}

/** The problem codes for a name and for a version that do not exist. */
export const absentOf = ({ kind }: Registered) =>
  kind === 'pack' ? (['no-pack', 'no-version'] as const) : (['not-found', 'not-found'] as const)
