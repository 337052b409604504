// The dependencies of insights, scores and entries.
import type { JourneyDeps } from '#src/journey/capabilities/deps.ts'
import type { CommitDeps } from '#src/journey/commit/commit.ts'
import type { Facts } from '#src/journey/facts/facts.ts'
import type { Module } from '#src/journey/capabilities/module.ts'
import type { Checking } from '#src/screening/orders/port.ts'
import type { LookUps } from './look-ups/port.ts'

export type RiskDeps = CommitDeps &
  Pick<JourneyDeps, 'reads' | 'sealer' | 'waiter' | 'calls' | 'tenants'> & {
    /** The sources of look-ups. */
    readonly lookUps: LookUps
    readonly checking: Checking
    /** The facts and modules of all capabilities. */
    readonly packs: { readonly facts: Facts; readonly offered: readonly Module[] }
  }
