// Pictures in a request: `$image("selfie", {…})` in the expression of a body. Its arguments are constants, so that they
// are checked at the start; the call returns a mark, so that no expression sees the picture.
import { z } from 'zod'
import type { Port } from '#src/screening/orders/port.ts'

export const PictureForm = z.strictObject({
  name: z.enum(['selfie']),
  format: z.enum(['jpeg', 'png']).default('jpeg'),
  /** The most bytes of the picture itself; base64 adds a third. */
  maxBytes: z.int().min(10_000).max(10_000_000),
  /** The least pixels of the shorter side; a smaller picture is not sent. */
  minSide: z.int().min(1).max(4_096).default(1),
  /** The most pixels of the longer side. */
  maxSide: z.int().min(64).max(4_096).default(4_096),
  /** Put before the base64: `data:image/jpeg;base64,`. */
  prefix: z.string().max(100).default(''),
})
/** The name of a picture and its limits, from the second argument of `$image`. */
export type PictureForm = z.output<typeof PictureForm>

/** The faults of the pictures that an expression names; `bodyOf` is the port of the body that it makes. */
export function findPictureFaults(tree: unknown, bodyOf: Port | undefined): string[] {
  const calls = find(tree, (node) => Call.safeParse(node).data)
  const mentions = find(tree, (node) => Mention.safeParse(node).data)
  if (mentions.length === 0) return []
  if (bodyOf === undefined) return ['$image stands in the body of a request in json or multipart']
  if (bodyOf !== 'official-match') return [`$image: ${bodyOf} has no pictures`]
  if (calls.length < mentions.length) return ['$image is called, with a name and what it must be']
  return calls.flatMap((call) => {
    const form = PictureForm.safeParse(readCall(call))
    return form.success ? [] : [`$image: ${toMessage(form.error)}`]
  })
}

const toMessage = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')

const Mention = z.object({ type: z.literal('variable'), value: z.literal('image') })
const Call = z.object({
  type: z.literal('function'),
  procedure: Mention,
  arguments: z.array(z.unknown()),
})
type Call = z.output<typeof Call>

const Plain = z.object({
  type: z.enum(['string', 'number', 'value']),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
})
const Options = z.object({
  type: z.literal('unary'),
  value: z.literal('{'),
  lhs: z.array(z.tuple([Plain, Plain])),
})

/** Undefined for arguments that are known only at evaluation. */
function readCall({ arguments: [name, options, ...others] }: Call): unknown {
  const named = Plain.safeParse(name)
  const said = Options.safeParse(options)
  if (!named.success || !said.success || others.length > 0) return undefined
  const pairs = said.data.lhs.map(([key, { value }]) => [String(key.value), value] as const)
  return { ...Object.fromEntries(pairs), name: named.data.value }
}

/** Collects what `read` returns for the nodes of a tree. */
function find<T>(tree: unknown, read: (node: object) => T | undefined): T[] {
  if (typeof tree !== 'object' || tree === null) return []
  const own = read(tree)
  const inner = Object.values(tree).flatMap((one) => find(one, read))
  return own === undefined ? inner : [own, ...inner]
}
