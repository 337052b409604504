// Every field that the contract shows of a module in a pack's answer, with its type.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { capabilities } from '#src/main/capabilities.ts'
import { contract, type Shape } from './contract.ts'

type Node = {
  readonly type?: string
  readonly properties?: Record<string, Node>
  readonly $ref?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Node[]
}

const offered = capabilities.flatMap(({ module }) => module ?? [])

describe('a module of the contract', () => {
  const present = Object.keys(contract).filter((key) => offered.some((one) => one.key === key))

  test.for(present)('%s shows every field with its type', (key) => {
    const result = offered.find((one) => one.key === key)?.result ?? z.never()
    const schema = z.toJSONSchema(result) as Node & { $defs?: Record<string, Node> }
    const resolve = (node: Node): Node => {
      const name = node.$ref?.split('/').at(-1)
      return name === undefined ? node : resolve(schema.$defs?.[name] ?? {})
    }
    const differences = (node: Node, shape: Shape, place: string): string[] =>
      Object.entries(shape).flatMap(([field, wanted]) => {
        const found = node.properties?.[field]
        if (!found) return [`${place}.${field} is absent`]
        const inner = resolve(found)
        if (typeof wanted !== 'string') return differences(inner, wanted, `${place}.${field}`)
        const types = [inner, ...(inner.anyOf ?? []).map(resolve)].map(({ type }) => type)
        const fits = types.includes(wanted) || (wanted === 'number' && types.includes('integer'))
        return fits ? [] : [`${place}.${field} is ${types.join()}, and not ${wanted}`]
      })
    expect(differences(resolve(schema), contract[key] ?? {}, key)).toEqual([])
  })
})
