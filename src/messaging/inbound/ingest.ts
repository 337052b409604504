// Takes vendors’ events about messages: finds what each is about, and applies it once. A commit never waits for a second
// transaction, so that two batches never deadlock.
import type { EventDeps } from './deps.ts'
import type { EventHandler } from '#src/journey/inbox/callback.ts'
import { attempt } from '#src/journey/inbox/take.ts'
import { type Aimed, commitGroup, type Group, toGroups } from './groups.ts'
import { isNotice, takeNotice } from './notices.ts'
import { locate, locateNamed, type MessageCallback } from './locate.ts'
import { batchProgress, isProgress, type Progress } from './progress.ts'

/** Handles vendors’ events about messages, templates and sending accounts. */
export function messageEvents(deps: EventDeps): EventHandler {
  const progress = batchProgress(deps)
  return {
    kinds: ['status', 'inbound', 'bounce', 'template', 'account'],
    // Safe because the kinds are those of the adapters’ events.
    take: (callbacks) => takeMessages(deps, progress, callbacks as readonly MessageCallback[]),
  }
}

/** Resolves to the callbacks that matched no record, or could not be applied now. */
async function takeMessages(
  deps: EventDeps,
  progress: Progress,
  callbacks: readonly MessageCallback[],
): Promise<MessageCallback[]> {
  const left = new Set<MessageCallback>()
  const aimed: Aimed[] = []
  const named = (await attempt(deps, () => locateNamed(deps.reads, callbacks))) ?? new Map()
  for (const callback of callbacks) {
    const target = named.get(callback)
    if (target) {
      aimed.push({ callback, target })
      continue
    }
    if (isNotice(callback)) {
      if (!(await attempt(deps, () => takeNotice(deps, callback)))) left.add(callback)
      continue
    }
    const { accounts } = callback
    const targets = await attempt(deps, () => locate(deps.db, deps.sealer, callback))
    // A bounce to our own signed address without a record belongs to an erased record, so it is not kept.
    if (targets?.length === 0 && callback.event.kind === 'bounce' && accounts.length === 0) continue
    if (!targets?.length) left.add(callback)
    for (const target of targets ?? []) aimed.push({ callback, target })
  }
  const take = async (group: Group, write: (group: Group) => Promise<readonly Aimed[]>) => {
    const missed = await attempt(deps, () => write(group))
    for (const { callback } of missed ?? group.events) left.add(callback)
  }
  const groups = Map.groupBy(toGroups(aimed), isProgress)
  await Promise.all((groups.get(true) ?? []).map((group) => take(group, progress.write)))
  for (const group of groups.get(false) ?? []) await take(group, (one) => commitGroup(deps, one))
  return [...left]
}
