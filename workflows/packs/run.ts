// The story of a pack run: the interpreter says what is next, activities do it and journal it.
import type { Entry } from '#src/journal/entry.ts'
import { writePin } from '#src/packs/rules.ts'
import { quick } from '../calls.ts'
import type { Pack } from './define.ts'
import type { PackStep } from './steps.ts'

export async function performPack(
  id: string,
  step: PackStep,
  documents: Map<string, Pack>,
): Promise<readonly Entry[]> {
  const { ref } = step
  switch (step.kind) {
    case 'read-pack': {
      const { name, version } = step
      const document = await quick(`read ${writePin(name, version)}`).readPack({ name, version })
      documents.set(writePin(name, version), document)
      return []
    }
    case 'run-module': {
      const { module, deadlineSeconds, ending } = step
      return quick(`module ${module}`).runModule({ id, ref, module, deadlineSeconds, ending })
    }
    case 'fail-module':
      return quick(`module ${step.module} is late`).failModule({
        id,
        ref,
        module: step.module,
        code: step.code,
        at: step.dueAt,
      })
    case 'answer-condition':
      return quick(`condition ${step.path}`).answerCondition({ id, ref, path: step.path })
    case 'stop-pack':
      return quick(`pack stopped: ${step.reason}`).stopPack({ id, ref, reason: step.reason })
    case 'end-pack': {
      const { skipped, stopReason, status } = step
      return quick(`pack ${status}`).endPack({ id, ref, skipped, stopReason, status })
    }
  }
}

/** A module that keeps failing has failed for a technical reason: the pack becomes partial. */
export function giveUpPack(
  id: string,
  step: Extract<PackStep, { kind: 'run-module' }>,
): Promise<readonly Entry[]> {
  const { ref, module } = step
  return quick(`module ${module} failed`).failModule({
    id,
    ref,
    module,
    code: 'internal',
    at: null,
  })
}
