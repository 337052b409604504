// The parts that a capability adds to the service. Only `main` lists the capabilities and has the dependencies of all.
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

/** `Deps` is what the capability needs of the process. */
export type Capability<Deps = unknown> = {
  readonly name: string
  /** The capability's kinds of journal entries. */
  readonly kinds?: readonly Kind[]
  readonly tasks?: (deps: Deps) => readonly TaskDefinition[]
  readonly routes?: (deps: Deps) => readonly Mounted[]
  /** The facts that it knows of a transaction, for scorecards, insights and conditions. */
  readonly facts?: FactSource
  /** The values of a new transaction that are counted across its tenant and mode. Pure. */
  readonly shows?: Shows
  /** Its part of the commit that creates a transaction, if it applies to the transaction. */
  readonly created?: { readonly appliesTo: AppliesTo; readonly add: (deps: Deps) => OnCreated }
  /**
   * Its part of the commit that corrects a transaction's fields: it states which of its results depend on the old
   * values.
   */
  readonly corrected?: (deps: Deps) => OnCorrected
  /** Deletes its data when a transaction is erased. */
  readonly erased?: OnErased
  /** Deletes its data when a transaction is restricted. */
  readonly restricted?: OnRestricted
  /** Its data of a transaction outside of the database. */
  readonly remains?: (deps: Deps) => Remains
  /** Ends its open work when an operator ends all open work. */
  readonly ended?: (deps: Deps) => OnEnded
  /** Deletes vendors' answers that are older than the tenant keeps them. */
  readonly forgetsAnswers?: ForgetAnswers
  /** Adds details to its entries of a timeline. */
  readonly details?: ReadDetails
  /** Withdraws a denial of a list after a review was approved against it. */
  readonly liftDenials?: LiftDenials
  /** How a pack runs and shows it. */
  readonly module?: Module
}

/** The id of the review is stored as the reason. */
export type LiftDenials = (ctx: InCommit, reviewId: string) => Promise<unknown>

export type Creation = {
  readonly tx: Db
  readonly sealer: Sealer
  /** Journal entries are appended to it, as in every commit. */
  readonly locked: Locked
  readonly fields: StoredFields
}

/** `settings` are those of the transaction's tenant. */
export type Shows = (fields: StoredFields, settings: Settings) => readonly Sighting[]
export type AppliesTo = (fields: StoredFields) => boolean
/** `fields` as they are after the correction; `names` of those that changed. */
export type Correction = Creation & {
  readonly before: StoredFields
  readonly names: readonly string[]
}

/**
 * Keys of modules whose results depend on corrected fields. Results of the modules in `anew` from before the correction
 * no longer count in any run; the modules in `again` decide for themselves, and open runs ask them again.
 */
export type Retaken = { readonly anew?: readonly string[]; readonly again?: readonly string[] }

export type OnCorrected = (correction: Correction) => Promise<Retaken>

/** A capability's part of the creation. It refuses nothing, because the transaction is stored by then. */
export type OnCreated = (creation: Creation) => Promise<void>

/** Runs in the commit in which an operator ends the transaction; `open` are the tasks from before it. */
export type OnEnded = (ctx: InCommit, open: Tasks) => Promise<void>

/** Runs all parts one after the other, in the order of the capabilities. */
export const onEnded =
  (parts: readonly OnEnded[]): OnEnded =>
  async (ctx, open) => {
    for (const part of parts) await part(ctx, open)
  }

/** Runs all parts one after the other and joins what they take back. */
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
