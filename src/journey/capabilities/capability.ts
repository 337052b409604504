// What a capability adds to the service. `main` alone lists them, and has what they all need.
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { FactSource } from '#src/journey/facts/facts.ts'
import type { Kind } from '#src/journey/journal/kind.ts'
import type { Module } from './module.ts'
import type { InCommit, Locked } from '#src/journey/transaction/locked.ts'
import type { Mounted } from '#src/platform/http/route.ts'
import type { ReadDetails } from './details.ts'
import type { ForgetAnswers, OnErased, OnRestricted } from './erased.ts'
import type { Remains } from './remains.ts'
import type { Db } from '#src/platform/db/client.ts'
import type { Sealer } from '#src/platform/seal/sealer.ts'
import type { Sighting } from '#src/journey/velocity/sighting.ts'
import type { Settings } from '#src/platform/tenants/settings.ts'
import type { StoredFields } from '#src/journey/transaction/schema.ts'
import type { Tasks } from '#src/journey/transaction/task.ts'

/** `Deps` is what it needs of the process. */
export type Capability<Deps = unknown> = {
  readonly name: string
  /** Its kinds of journal entries. */
  readonly kinds?: readonly Kind[]
  readonly tasks?: (deps: Deps) => readonly TaskDefinition[]
  readonly routes?: (deps: Deps) => readonly Mounted[]
  /** What it knows of a transaction, for scorecards, insights and conditions. */
  readonly facts?: FactSource
  /** What a new transaction shows to others of its tenant and mode, by which they count it. Pure. */
  readonly shows?: Shows
  /** What it adds to the commit that creates a transaction, of those that ask for it. */
  readonly created?: { readonly appliesTo: AppliesTo; readonly add: (deps: Deps) => OnCreated }
  /** What it does in the commit that corrects the fields of a transaction, and what of it rests on their old values. */
  readonly corrected?: (deps: Deps) => OnCorrected
  /** What it deletes when a transaction is erased. */
  readonly erased?: OnErased
  /** What goes of it when a transaction is restricted. */
  readonly restricted?: OnRestricted
  /** What it has of a transaction outside of the database. */
  readonly remains?: (deps: Deps) => Remains
  /** What it ends when an operator ends what is open. */
  readonly ended?: (deps: Deps) => OnEnded
  /** Forgets what vendors have answered, once a tenant keeps it no longer. */
  readonly forgetsAnswers?: ForgetAnswers
  /** What it adds to its entries of a timeline. */
  readonly details?: ReadDetails
  /** What it takes back of a denial that a review was approved against. */
  readonly liftDenials?: LiftDenials
  /** How a pack holds it. */
  readonly module?: Module
}

/** The review stands as the reason. */
export type LiftDenials = (ctx: InCommit, reviewId: string) => Promise<unknown>

export type Creation = {
  readonly tx: Db
  readonly sealer: Sealer
  /** Entries are appended to it, as in every commit. */
  readonly locked: Locked
  readonly fields: StoredFields
}

/** `settings`: of its tenant. */
export type Shows = (fields: StoredFields, settings: Settings) => readonly Sighting[]
export type AppliesTo = (fields: StoredFields) => boolean
/** `fields`: as they are after it; `names`: those that changed. */
export type Correction = Creation & {
  readonly before: StoredFields
  readonly names: readonly string[]
}

/**
 * Keys of modules. `anew`: what they had before counts no more, in any run. `again`: what still counts says itself, and
 * open runs look at it again.
 */
export type Retaken = { readonly anew?: readonly string[]; readonly again?: readonly string[] }

export type OnCorrected = (correction: Correction) => Promise<Retaken>

/** A capability's part; it refuses nothing, because the transaction is stored by then. */
export type OnCreated = (creation: Creation) => Promise<void>

/** In the commit of the end; `open`: the tasks that there were before it. */
export type OnEnded = (ctx: InCommit, open: Tasks) => Promise<void>

/** One after the other, in the order of the capabilities. */
export const onEnded =
  (parts: readonly OnEnded[]): OnEnded =>
  async (ctx, open) => {
    for (const part of parts) await part(ctx, open)
  }

/** One after the other; what they take back is joined. */
export const onCorrected =
  (parts: readonly OnCorrected[]): OnCorrected =>
  async (correction) => {
    const all: Retaken[] = []
    for (const part of parts) all.push(await part(correction))
    return {
      anew: all.flatMap(({ anew = [] }) => anew),
      again: all.flatMap(({ again = [] }) => again),
    }
  }
