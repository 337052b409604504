// Sends the message whose answer a step waits for, within all limits of messages; a message that may not be sent yet
// waits.
import { append } from '#src/journey/journal/append.ts'
import type { TaskDefinition } from '#src/journey/commit/task.ts'
import type { InCommit } from '#src/journey/transaction/locked.ts'
import type { Task } from '#src/journey/transaction/task.ts'
import { Purpose } from '#src/messaging/challenges/schema.ts'
import type { MessagingDeps } from '#src/messaging/challenges/deps.ts'
import { requestChallenge } from '#src/messaging/requests/request.ts'
import { createSendRate } from '#src/messaging/requests/volume/send-rate.ts'
import { type ChallengeKind, channelOf } from '#src/messaging/wire/channel.ts'
import { writePurpose } from '#src/packs/conditions/conditions.ts'
import { optionsOf } from '#src/packs/document/options.ts'
import type { ModuleStep } from '#src/packs/document/pack.ts'
import { purposeOf } from '#src/packs/document/purpose.ts'
import { CommitEvidence } from '#src/packs/runs/evidence/commit-evidence.ts'
import { gatherForCommit } from '#src/packs/runs/evidence/commit-facts.ts'
import type { PackDeps } from '#src/packs/runs/deps.ts'
import { messageAsked, messageWanted } from '#src/packs/runs/kinds.ts'
import { sendTask, stepOf } from '#src/packs/runs/rules.ts'
import type { OpenRun } from '#src/packs/runs/run.ts'
import { readOpenRuns, saveRun } from '#src/packs/runs/store.ts'
import type { Capability } from '#src/journey/capabilities/capability.ts'

export type SendingDeps = MessagingDeps & { readonly packs: PackDeps }

/** The tenant's rate limit is checked before the commit that uses it up. */
function sendingTask(deps: SendingDeps): TaskDefinition {
  const rate = createSendRate({ db: deps.db, log: deps.packs.log }, deps.messaging.sendRate)
  return {
    name: sendTask,
    lane: 'local',
    async perform(run) {
      const owner = await run.commit(async (_tx, { tenant, mode }) => ({ tenant, mode }))
      if (!owner) return
      await rate.inHand(owner, (spend) =>
        run.commitLast((tx, locked, task) => send({ ...deps, tx, locked }, task, spend)),
      )
    },
  }
}

async function send(ctx: InCommit<SendingDeps>, task: Task, spend: () => number): Promise<void> {
  const { tx, locked, packs } = ctx
  const [run] = await readOpenRuns(tx, locked, packs, [task.ref])
  const name = stepOf(task)
  const step = run?.stepOf(name)
  if (!run?.isOpen(name) || step?.kind !== 'module') return
  const written = await write(ctx, run, step)
  const failed =
    'failed' in written ? written.failed : await ask(ctx, run, step, { ...written, spend })
  if (failed !== undefined) run.fail(name, failed)
  await saveRun(tx, locked, packs.sealer, run)
}

type Written = { readonly purpose?: string }

/** Writes the text to confirm. Nothing is sent when it has a gap, or characters that a message cannot show. */
async function write(
  ctx: InCommit<SendingDeps>,
  run: OpenRun,
  step: ModuleStep,
): Promise<Written | { readonly failed: string }> {
  if (purposeOf(step) === undefined) return {}
  const { tx, locked, packs } = ctx
  const facts = gatherForCommit(packs.facts, locked).within(run.limits)
  const evidence = new CommitEvidence({ ...packs, tx, locked, facts }, run)
  const text = await writePurpose(evidence, { pack: run.pack, step }, packs)
  if (text === undefined) return { failed: 'purpose-unknown' }
  const { data: purpose } = Purpose.safeParse(text)
  return purpose === undefined ? { failed: 'purpose-unfit' } : { purpose }
}

type Sending = Written & { readonly spend: () => number }

/** Sends the first of the step's messages that reaches somebody; returns a code when none does. */
async function ask(
  ctx: InCommit<SendingDeps>,
  run: OpenRun,
  step: ModuleStep,
  sending: Sending,
): Promise<string | undefined> {
  const { locked, packs } = ctx
  const name = step.id ?? step.module
  const about = { ref: run.row.id, module: name } as const
  const { sentFor } = run.countsFrom(name)
  for (const challengeKind of messagesOf(packs, step)) {
    const asked = { challengeKind, language: 'pt', sentFor, ...sending } as const
    const requested = await requestChallenge(ctx, asked)
    switch (requested.kind) {
      case 'record':
        append(locked, { kind: messageAsked, ...about, code: challengeKind })
        return undefined
      case 'limit-reached': {
        const dueAt = locked.now.getTime() + requested.retryAfterSeconds * 1_000
        append(locked, { kind: messageWanted, ...about, code: 'limit-reached', dueAt })
        return undefined
      }
      case 'no-recipient':
    }
  }
  return 'no-recipient'
}

/** The messages in the order of the channels in the step's options, if it names any. */
function messagesOf({ offered }: PackDeps, step: ModuleStep): ChallengeKind[] {
  const { messages = [] } = offered.find(({ key }) => key === step.module) ?? {}
  // Safe because modules list only kinds of messages.
  const kinds = messages as readonly ChallengeKind[]
  const channels = optionsOf(step)?.['channels']
  if (!Array.isArray(channels)) return [...kinds]
  return channels.flatMap((channel) => kinds.filter((kind) => channelOf[kind] === channel))
}

/** The capability by which runs send messages. */
export const sends: Capability<SendingDeps> = {
  name: 'sends',
  tasks: (deps) => [sendingTask(deps)],
}
