// Walks the links of children as honest people would, each as far as possible.
import { setTimeout as sleep } from 'node:timers/promises'
import { openOnDevice } from '#src/links/capture/actions.ts'
import { createForms } from '#src/links/capture/forms.ts'
import type { sandboxOutcomes } from '#src/links/capture/page/sandbox.ts'
import { readScene, type Scene } from '#src/links/capture/scene.ts'
import { actOnLink } from '#src/links/capture/visit.ts'
import type { LinkDeps } from '#src/links/lvs/deps.ts'
import type { StepKey } from '#src/links/lvs/rules.ts'
import { findLatestLink } from '#src/links/lvs/store.ts'
import { findById } from '#src/journey/transaction/store.ts'
import { answerSoundly } from './answers.ts'
import type { Play } from './play.ts'

/** `under-way`: an engine or a message is awaited, and another call continues. `stuck`: a step accepts nothing now. */
export const walkStates = ['done', 'reviewing', 'under-way', 'stuck', 'over'] as const
export type WalkState = (typeof walkStates)[number]

/** A link with the secret of the device that walks it. */
type Walked = { readonly transactionId: string; readonly linkId: string; readonly secret: string }

/** How often the walk looks again while a step waits for engines or messages. */
const lookAgainMs = 250
/** More steps than any link has. */
const turnsMax = 40

/** `deadline` is a time of `performance.now()`. */
export async function walkLinks(
  deps: LinkDeps,
  play: Play,
  ids: readonly string[],
  deadline: number,
): Promise<{ readonly transactionId: string; readonly status: WalkState }[]> {
  const states = new Map<string, WalkState>()
  const open: Walked[] = []
  for (const id of ids) {
    const walked = await enter(deps, id)
    if (typeof walked === 'string') states.set(id, walked)
    else open.push(walked)
  }
  for (let turn = 0; turn < turnsMax; turn += 1) {
    for (const one of open)
      if ((states.get(one.transactionId) ?? 'under-way') === 'under-way')
        states.set(one.transactionId, await goOn(deps, play, one))
    const isLeft = open.some(({ transactionId }) => states.get(transactionId) === 'under-way')
    if (!isLeft || performance.now() >= deadline) break
    await sleep(lookAgainMs)
  }
  return ids.map((transactionId) => ({
    transactionId,
    status: states.get(transactionId) ?? 'under-way',
  }))
}

/** Opens the link on a new device, which replaces the one that had it before. */
async function enter(deps: LinkDeps, transactionId: string): Promise<Walked | 'done' | 'over'> {
  const [link, transaction] = await Promise.all([
    findLatestLink(deps.reads, transactionId),
    findById(deps.reads, transactionId),
  ])
  if (!link || !transaction) return 'over'
  if (link.completedAt !== null) return 'done'
  const secret = await actOnLink(deps, { link, transaction }, openOnDevice)
  return secret === undefined ? 'over' : { transactionId, linkId: link.id, secret }
}

/** Goes on until the link waits for somebody or something else. */
async function goOn(deps: LinkDeps, play: Play, walked: Walked): Promise<WalkState> {
  let before = ''
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const scene = await readScene(deps, walked.linkId, walked.secret)
    const state = stateOf(scene)
    if (state !== undefined) return state
    // A step that did not change waits for a message or for an engine.
    if (scene.at === before) return 'under-way'
    before = scene.at
    if (!(await act(deps, play, scene))) return 'stuck'
  }
  return 'under-way'
}

/** Undefined if the person can do something. */
function stateOf({ kind }: Scene): WalkState | undefined {
  switch (kind) {
    case 'consent':
    case 'refused':
    case 'step':
      return undefined
    case 'checking':
    case 'waiting':
      return 'under-way'
    case 'done':
    case 'reviewing':
      return kind
    case 'nobody':
    case 'moved':
    case 'disowned':
    case 'over':
      return 'over'
  }
}

const best = {
  emailToken: 'email-right',
  phoneConfirmation: 'phone-yes',
  aiDocs: 'document-approved',
  facialBiometrics: 'face-live',
} as const satisfies { [Key in StepKey]: keyof (typeof sandboxOutcomes)[Key] }

async function act(deps: LinkDeps, play: Play, scene: Scene): Promise<boolean> {
  if (scene.kind !== 'consent' && scene.kind !== 'refused' && scene.kind !== 'step') return false
  const { visit } = scene
  const language = 'en'
  if (scene.kind !== 'step') {
    const form = new URLSearchParams()
    const sent = { visit, form, language, userIp: undefined, userAgent: undefined } as const
    const action = scene.kind === 'consent' ? 'consent' : 'return'
    return (await createForms(deps)(action, sent)).said === undefined
  }
  const { key } = scene.step
  if (key !== 'ask') return (await play({ visit, language }, best[key])) === undefined
  return answerSoundly({ deps, visit, language }, scene.step)
}
