// The text that a message of a step shows as what is confirmed: `Pagar R$ {input.amount}`. Pure.
import { Purpose } from '#src/messaging/challenges/schema.ts'
import { purposeMax } from '#src/messaging/messages/rules.ts'
import type { ModuleStep, PackFault, Step } from './pack.ts'
import { optionsOf } from './options.ts'
import { moduleSteps } from './walk.ts'

/** Text as it stands, or an expression with its offset in the template. */
export type PurposePart = string | { readonly text: string; readonly offset: number }

/** A text without an expression is one part; undefined: its braces do not match. */
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

/** The template of what is confirmed; undefined where the step says none, or only demands one. */
export function purposeOf(step: ModuleStep): string | undefined {
  const purpose = optionsOf(step)?.['purpose']
  return typeof purpose === 'string' && purpose !== 'required' ? purpose : undefined
}

/** The steps for which only answers to what somebody else asks with a purpose count. */
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
  // An expression gives one character at least.
  const shortest = parts.map((part) => (typeof part === 'string' ? part : '0')).join('')
  return Purpose.safeParse(shortest).success
    ? []
    : [{ pointer, detail: `no message can show it: one line of ${purposeMax} characters at most` }]
}

export const purposePlace = (step: ModuleStep): string =>
  Object.hasOwn(step.with ?? {}, 'purpose') ? '/with/purpose' : '/purpose'
