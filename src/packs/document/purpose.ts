// Reads the template of the text that a message asks to confirm: `Pagar R$ {input.amount}`. Pure.
import { Purpose } from '#src/messaging/challenges/schema.ts'
import { purposeMax } from '#src/messaging/messages/rules.ts'
import type { ModuleStep, PackFault, Step } from './pack.ts'
import { optionsOf } from './options.ts'
import { moduleSteps } from './walk.ts'

/** A literal text, or an expression with its offset in the template. */
export type PurposePart = string | { readonly text: string; readonly offset: number }

/** A text without expressions is one part; undefined when its braces do not match. */
export function partsOfPurpose(template: string): PurposePart[] | undefined {
  const parts: PurposePart[] = []
  let rest = 0
  for (const { index, 1: text = '' } of template.matchAll(/\{([^{}]*)\}/g)) {
    if (index > rest) parts.push(template.slice(rest, index))
    parts.push({ text, offset: index + 1 })
    rest = index + text.length + 2
  }
  if (rest < template.length) parts.push(template.slice(rest))
  const isOpen = parts.some((part) => typeof part === 'string' && /[{}]/.test(part))
  return isOpen ? undefined : parts
}

/**
 * The template of the text to confirm; undefined when the step has none, or only requires that some purpose is given.
 */
export function purposeOf(step: ModuleStep): string | undefined {
  const purpose = optionsOf(step)?.['purpose']
  return typeof purpose === 'string' && purpose !== 'required' ? purpose : undefined
}

/** The steps that count only answers to questions which somebody else asks with a purpose. */
export const stepsWithPurpose = (root: Step): ModuleStep[] =>
  moduleSteps(root).filter((step) => optionsOf(step)?.['purpose'] === 'required')

/** Pointers start at the step. */
export function findPurposeFaults(step: ModuleStep): PackFault[] {
  const template = purposeOf(step)
  const pointer = purposePlace(step)
  if (template === undefined)
    return step.send && optionsOf(step)?.['purpose'] !== undefined
      ? [{ pointer, detail: 'what the run sends itself says what is confirmed: write the text' }]
      : []
  if (!step.send)
    return [{ pointer, detail: 'only what the run sends bears a text of its own: add send: true' }]
  const parts = partsOfPurpose(template)
  if (!parts)
    return [{ pointer, detail: 'an expression stands between { and }, and has neither inside' }]
  // An expression gives at least one character.
  const shortest = parts.map((part) => (typeof part === 'string' ? part : '0')).join('')
  return Purpose.safeParse(shortest).success
    ? []
    : [{ pointer, detail: `no message can show it: one line of ${purposeMax} characters at most` }]
}

export const purposePlace = (step: ModuleStep): string =>
  Object.hasOwn(step.with ?? {}, 'purpose') ? '/with/purpose' : '/purpose'
