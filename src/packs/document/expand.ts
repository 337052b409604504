// Replaces the steps that name other packs by their compositions.
import { expandEach, type FindRoot } from './expand-each.ts'
import type { PackFault, Step } from './pack.ts'
import { innerSteps } from './walk.ts'

/**
 * Terminates, because a version can name only versions published before it. A step with an unknown pack stays, and is
 * reported as a fault.
 */
export async function expand(
  step: Step,
  find: FindRoot,
  pointer = '',
): Promise<{ readonly step: Step; readonly faults: readonly PackFault[] }> {
  const inside = async (inner: Step, part: string) => expand(inner, find, pointer + part)
  switch (step.kind) {
    case 'module':
    case 'wait':
    case 'call':
    case 'ask':
    case 'decide':
    case 'stop':
      return { step, faults: [] }
    case 'each': {
      const { step: found, faults } = await expandEach(step, find)
      return {
        step: found,
        faults: faults.map((one) => ({ ...one, pointer: pointer + one.pointer })),
      }
    }
    case 'pack': {
      const root = await find(step.pack, step.version)
      if (root && root !== 'input') return { step: { ...step, root }, faults: [] }
      const detail = root
        ? 'it has an input, which nobody brings here'
        : 'no such version is published'
      return { step, faults: [{ pointer: `${pointer}/pack`, detail }] }
    }
    case 'sequence':
    case 'parallel': {
      const inner = await Promise.all(step.steps.map((one, at) => inside(one, `/steps/${at}`)))
      return {
        step: { ...step, steps: inner.map((one) => one.step) },
        faults: inner.flatMap((one) => one.faults),
      }
    }
    case 'repeat': {
      const run = await inside(step.run, '/run')
      return { step: { ...step, run: run.step }, faults: run.faults }
    }
    case 'review': {
      const yes = step.approved && (await inside(step.approved, '/approved'))
      const no = step.rejected && (await inside(step.rejected, '/rejected'))
      return {
        step: { ...step, ...(yes && { approved: yes.step }), ...(no && { rejected: no.step }) },
        faults: [...(yes?.faults ?? []), ...(no?.faults ?? [])],
      }
    }
    case 'when': {
      const run = await inside(step.run, '/run')
      const other = step.otherwise && (await inside(step.otherwise, '/otherwise'))
      const unknown = step.ifUnanswered && (await inside(step.ifUnanswered, '/ifUnanswered'))
      return {
        step: {
          ...step,
          run: run.step,
          ...(other && { otherwise: other.step }),
          ...(unknown && { ifUnanswered: unknown.step }),
        },
        faults: [...run.faults, ...(other?.faults ?? []), ...(unknown?.faults ?? [])],
      }
    }
  }
}

/** Maps a fault in an expanded composition to the document: a fault inside another pack is reported at its step. */
export function toDocumentPointer(root: Step, pointer: string): string {
  const end = subPackPointers(root).find((one) => pointer.startsWith(`${one}/root`))
  return end ?? pointer
}

function subPackPointers(step: Step, pointer = ''): string[] {
  if (step.kind === 'pack') return [pointer]
  return innerSteps(step).flatMap(([part, inner]) => subPackPointers(inner, pointer + part))
}
