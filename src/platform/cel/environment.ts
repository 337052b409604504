// The CEL engine with the functions and operators that conditions may use. Only this file and cel.ts import the engine,
// because its major versions come often.
import { Environment } from '@marcbachmann/cel-js'
import { spend } from './budget.ts'
import { isSameDocument } from './documents.ts'
import type { Scope } from './lint.ts'
import { readAmount } from './numbers.ts'
import { patternOf } from './patterns.ts'
import { type CelVariables, type Declared, declareVariable } from './variables.ts'

const limits = {
  maxAstNodes: 400,
  maxDepth: 24,
  maxListElements: 50,
  maxMapEntries: 20,
  maxCallArguments: 8,
}

export type Prepared = {
  readonly engine: Environment
  readonly declared: ReadonlyMap<string, Declared>
}
const prepared = new WeakMap<CelVariables, Prepared>()

/** The prepared engine, cached by the variables. */
export function environmentOf(variables: CelVariables): Prepared {
  const known = prepared.get(variables)
  if (known) return known
  const engine = base.clone()
  const declared = new Map<string, Declared>()
  for (const [name, type] of Object.entries(variables)) {
    const one = declareVariable(name, type, (record, ctor, fields) =>
      engine.registerType(record, { ctor, fields }),
    )
    engine.registerVariable(name, one.name)
    declared.set(name, one)
  }
  prepared.set(variables, { engine, declared })
  return { engine, declared }
}

/** An engine that also knows the variables of the loops around an expression. */
export function withScope(engine: Environment, scope: Scope): Environment {
  if (scope.size === 0) return engine
  const inner = engine.clone()
  for (const [name, type] of scope) inner.registerVariable(name, type)
  return inner
}

// JSON numbers are doubles and a whole number in a condition is an int (a BigInt), so each operator gets overloads of
// one of each. `==` also defines `!=` and the mirrored form.
export const base = new Environment({ enableOptionalTypes: true, limits })
  .registerOperator('double == int', (a: number, b: bigint) => a === Number(b))
  .registerOperator('double + int: double', (a: number, b: bigint) => a + Number(b))
  .registerOperator('int + double: double', (a: bigint, b: number) => Number(a) + b)
  .registerOperator('double - int: double', (a: number, b: bigint) => a - Number(b))
  .registerOperator('int - double: double', (a: bigint, b: number) => Number(a) - b)
  .registerOperator('double * int: double', (a: number, b: bigint) => a * Number(b))
  .registerOperator('int * double: double', (a: bigint, b: number) => Number(a) * b)
  .registerOperator('double / int: double', (a: number, b: bigint) => a / Number(b))
  .registerOperator('int / double: double', (a: bigint, b: number) => Number(a) / b)
  .registerFunction('string.like(string): bool', (text: string, source: string) => {
    const pattern = patternOf(source)
    spend(Math.ceil((pattern.size * text.length) / 4))
    return pattern.test(text)
  })
  .registerFunction('amount(string): double', (text: string) => readAmount(text, 'pt'))
  .registerFunction('amount(string, string): double', readAmount)
  .registerFunction('sameDocument(string, string): bool', isSameDocument)
