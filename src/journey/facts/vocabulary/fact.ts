// A fact has one name, one type and one meaning, whoever provides it.
import type { CelFields } from '#src/platform/cel/variables.ts'

type Scalar = 'bool' | 'double' | 'string'
type FactType = Scalar | { readonly list: Scalar }
type Scalars = { bool: boolean; double: number; string: string }
type ValueOf<Type> = Type extends Scalar
  ? Scalars[Type]
  : Type extends { readonly list: infer Inner extends Scalar }
    ? readonly Scalars[Inner][]
    : never

/**
 * What a fact is in a run: a `sign` speaks against whenever it was, a `proof` speaks for and counts only as far as the
 * run lets its modules count. A fact of no module is the transaction's, in every run.
 */
export type FactRole = {
  readonly role: 'sign' | 'proof'
  /** The keys of the modules that bring it. */
  readonly modules: readonly string[]
}

export type FactGroup = {
  readonly [name: string]: { readonly type: FactType; readonly meaning: string } & Partial<FactRole>
}

/** Facts that modules bring: those that are named are signs, the others proofs. */
export function broughtBy<const Group extends FactGroup>(
  modules: readonly string[],
  group: Group,
  ...signs: readonly (keyof Group & string)[]
): Group {
  const entries = Object.entries(group).map(([name, fact]) => {
    const role: FactRole = { role: signs.includes(name) ? 'sign' : 'proof', modules }
    return [name, { ...fact, ...role }]
  })
  // Safe because each fact is there under its name, with more said of it.
  return Object.fromEntries(entries) as Group
}

export const yesNo = (meaning: string) => ({ type: 'bool', meaning }) as const
export const number = (meaning: string) => ({ type: 'double', meaning }) as const
export const word = (meaning: string) => ({ type: 'string', meaning }) as const

export const numbers = (meaning: string) => ({ type: { list: 'double' }, meaning }) as const
export const words = (meaning: string) => ({ type: { list: 'string' }, meaning }) as const

/** What is known of a group: a fact that is absent is not known, which is never a "no". */
export type GroupFacts<Group extends FactGroup> = {
  -readonly [Name in keyof Group]?: ValueOf<Group[Name]['type']>
}

/** The names and types of facts, as a source declares them. */
export function declareFacts<Group extends FactGroup>(
  group: Group,
  ...names: readonly (keyof Group & string)[]
): CelFields {
  return Object.fromEntries(names.map((name) => [name, group[name]?.type ?? 'bool']))
}
