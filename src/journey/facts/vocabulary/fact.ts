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

export type FactGroup = {
  readonly [name: string]: { readonly type: FactType; readonly meaning: string }
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
