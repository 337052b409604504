// A fact has one name, one type and one meaning, whichever capability provides it.
import type { CelFields } from '#src/platform/cel/variables.ts'

type Scalar = 'bool' | 'double' | 'string'
/** The only values that the fact can have. */
type Closed = { readonly oneOf: readonly (string | number)[] }
type FactType = Scalar | Closed | { readonly list: Scalar | Closed }
type Scalars = { bool: boolean; double: number; string: string }
type ValueOf<Type> = Type extends Scalar
  ? Scalars[Type]
  : Type extends Closed
    ? Type['oneOf'][number]
    : Type extends { readonly list: infer Inner }
      ? readonly ValueOf<Inner>[]
      : never

/**
 * The role of a fact in a run. A `sign` counts against the person at any time. A `proof` counts in favour, and only
 * within the limits that the run sets for its modules. A fact without modules counts in every run.
 */
export type FactRole = {
  readonly role: 'sign' | 'proof'
  /** The keys of the modules that provide the fact. */
  readonly modules: readonly string[]
}

export type FactGroup = {
  readonly [name: string]: { readonly type: FactType; readonly meaning: string } & Partial<FactRole>
}

/** Declares facts that modules provide: the named ones are signs, the others proofs. */
export function broughtBy<const Group extends FactGroup>(
  modules: readonly string[],
  group: Group,
  ...signs: readonly (keyof Group & string)[]
): Group {
  const entries = Object.entries(group).map(([name, fact]) => {
    const role: FactRole = { role: signs.includes(name) ? 'sign' : 'proof', modules }
    return [name, { ...fact, ...role }]
  })
  // Safe because each fact keeps its name and gets only further members.
  return Object.fromEntries(entries) as Group
}

export const yesNo = (meaning: string) => ({ type: 'bool', meaning }) as const
/** Declares a number; `values` lists all its values if they are few. */
export const number = <const Values extends readonly number[]>(
  meaning: string,
  ...values: Values
) => ({ type: closed('double', values), meaning })

/** Declares a text; `words` lists all its values if they are few. */
export const word = <const Words extends readonly string[]>(meaning: string, ...words: Words) => ({
  type: closed('string', words),
  meaning,
})

export const numbers = <const Values extends readonly number[]>(
  meaning: string,
  ...values: Values
) => ({ type: { list: closed('double', values) }, meaning })

export const words = <const Words extends readonly string[]>(meaning: string, ...all: Words) => ({
  type: { list: closed('string', all) },
  meaning,
})

type ClosedOr<Open, Values> = Values extends readonly [] ? Open : { readonly oneOf: Values }

function closed<
  const Open extends 'double' | 'string',
  const Values extends readonly (string | number)[],
>(open: Open, values: Values): ClosedOr<Open, Values> {
  // Safe because the type makes the same case distinction.
  return (values.length === 0 ? open : { oneOf: values }) as ClosedOr<Open, Values>
}

/** The known facts of a group: an absent fact is unknown, which never means "no". */
export type GroupFacts<Group extends FactGroup> = {
  -readonly [Name in keyof Group]?: ValueOf<Group[Name]['type']>
}

/** The names and types of facts, as a source declares them; without names the whole group. */
export function declareFacts<Group extends FactGroup>(
  group: Group,
  ...names: readonly (keyof Group & string)[]
): CelFields {
  const declared = names.length > 0 ? names : Object.keys(group)
  return Object.fromEntries(declared.map((name) => [name, group[name]?.type ?? 'bool']))
}

/** All facts of a group but those named, which other sources declare. */
export function declareRest<Group extends FactGroup>(
  group: Group,
  ...elsewhere: readonly (keyof Group & string)[]
): CelFields {
  const rest = Object.entries(group).filter(([name]) => !elsewhere.includes(name))
  return declareFacts(Object.fromEntries(rest))
}
