// The activities of a worker: local ones beside the workflows, vendor calls on a queue of their own.
import { challengeActivities } from './challenge.ts'
import type { ActivityDeps } from './deps.ts'
import { emailTokenActivities } from './email-token.ts'
import { journalActivities } from './journal.ts'
import { packActivities } from './packs.ts'
import type { Activities } from './signatures.ts'

export function createActivities(deps: ActivityDeps): Activities {
  return {
    ...journalActivities(deps),
    ...packActivities(deps),
    ...emailTokenActivities(deps),
    ...challengeActivities(deps),
  }
}
