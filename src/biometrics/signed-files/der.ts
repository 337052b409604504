// Walks DER (ITU-T X.690) without decoding it, with definite lengths and bounded depth and width.

/** Positions in the bytes: of the tag, of the contents, and behind them. */
export type DerNode = {
  readonly tag: number
  readonly at: number
  readonly body: number
  readonly end: number
}

const depthMax = 40
const nodesMax = 20_000
const isConstructed = (tag: number) => (tag & 0x20) !== 0

/** Yields one node after the other. Throws if the bytes are not DER, or cut short. */
export function* nodesIn(der: Buffer, from = 0, until = der.length): Generator<DerNode> {
  let at = from
  while (at < until) {
    const node = nodeAt(der, at, until)
    yield node
    at = node.end
  }
}

export function nodeAt(der: Buffer, at: number, until = der.length): DerNode {
  const tag = der.readUInt8(at)
  const first = der.readUInt8(at + 1)
  if ((tag & 0x1f) === 0x1f || first === 0x80 || first > 0x84) throw new Error('not DER')
  const long = first > 0x80 ? first - 0x80 : 0
  const body = at + 2 + long
  const end = body + (long > 0 ? der.readUIntBE(at + 2, long) : first)
  if (end > until) throw new Error('cut short')
  return { tag, at, body, end }
}

export const childrenOf = (der: Buffer, { body, end }: DerNode): DerNode[] => [
  ...nodesIn(der, body, end),
]

export const bodyOf = (der: Buffer, { body, end }: DerNode): Buffer => der.subarray(body, end)
export const bytesOf = (der: Buffer, { at, end }: DerNode): Buffer => der.subarray(at, end)

/** The first node, after walking through all of it; undefined if it is not DER or exceeds the bounds. */
export function firstNode(der: Buffer): DerNode | undefined {
  try {
    const first = nodeAt(der, 0)
    const open = [{ node: first, depth: 0 }]
    let seen = 0
    for (let next = open.pop(); next; next = open.pop()) {
      if (++seen > nodesMax || next.depth > depthMax) return undefined
      if (!isConstructed(next.node.tag)) continue
      for (const node of nodesIn(der, next.node.body, next.node.end)) {
        open.push({ node, depth: next.depth + 1 })
        if (open.length > nodesMax) return undefined
      }
    }
    return first
  } catch {
    return undefined
  }
}

/** Reads an object identifier in dotted form. */
export function readOid(der: Buffer, node: DerNode): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of bodyOf(der, node)) {
    arc = arc * 128 + (byte & 0x7f)
    if ((byte & 0x80) !== 0) continue
    arcs.push(arc)
    arc = 0
  }
  const [first = 0, ...rest] = arcs
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - 40 * root, ...rest].join('.')
}

/** Reads UTCTime or GeneralizedTime in UTC, the only form that DER allows. */
export function readTime(der: Buffer, node: DerNode): Date {
  const text = bodyOf(der, node).toString('latin1')
  const [, year = '', month, day, hour, minute, second] =
    /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text) ?? []
  const full = year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`
  const time = new Date(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time.getTime())) throw new Error('not a time')
  return time
}

/** The hexadecimal digits of an INTEGER, without leading zeros. */
export const readHex = (der: Buffer, node: DerNode): string =>
  trimHex(bodyOf(der, node).toString('hex'))

export const trimHex = (hex: string): string => hex.toLowerCase().replace(/^0+/, '')
