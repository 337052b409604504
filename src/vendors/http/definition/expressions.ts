// A part of a definition file with its position.
import type { Definition } from './definition.ts'
import type { PerCall, RequestDefinition, RequestParts } from './request.ts'

export type Placed<Of> = readonly [position: string, of: Of]

type Requests = Pick<Definition, 'request' | 'lookUp' | 'async'>

const listWhole = ({ request, lookUp, async: later }: Requests): Placed<RequestDefinition>[] => [
  ['request', request],
  ...(lookUp ? [['lookUp.request', lookUp.request] as const] : []),
  ...(later?.poll ? [['async.poll.request', later.poll.request] as const] : []),
]

/** The values that are fetched for each request. */
export const listPerCalls = (requests: Requests): Placed<PerCall>[] =>
  listWhole(requests).flatMap(([position, { perCall }]) =>
    Object.entries(perCall).map(([name, one]) => [`${position}.perCall.${name}`, one] as const),
  )

export const listRequests = (requests: Requests): Placed<RequestParts>[] => [
  ...listWhole(requests),
  ...listPerCalls(requests),
]

export function listExpressions(definition: Definition): Placed<string>[] {
  const { lookUp, errors, noData, success, map, pages, async: later } = definition
  const given: Placed<string | undefined>[] = [
    ...listRequests(definition).flatMap(([position, request]) => ofRequest(position, request)),
    ...listPerCalls(definition).flatMap(
      ([
        position,
        {
          value,
          success: { when },
        },
      ]) => [[`${position}.value`, value] as const, [`${position}.success.when`, when] as const],
    ),
    ['pages.next', pages?.next],
    ['lookUp.absent.when', lookUp?.absent.when],
    ['lookUp.pending.when', lookUp?.pending?.when],
    ...errors.map(({ when }, index) => [`errors.${index}.when`, when] as const),
    ['noData.when', noData?.when],
    ['success.when', success.when],
    ['map', map],
    ['async.poll.id', later?.poll?.id],
    ['async.poll.done', later?.poll?.done],
    ['async.poll.failed', later?.poll?.failed],
    ['async.callback.id', later?.callback?.id],
    ['async.callback.attempt', later?.callback?.attempt],
    ['async.callback.vendorId', later?.callback?.vendorId],
    ['async.callback.done', later?.callback?.done],
  ]
  return given.filter((one): one is Placed<string> => one[1] !== undefined)
}

function ofRequest(position: string, request: RequestParts): Placed<string | undefined>[] {
  const parts = (['parameters', 'query', 'headers'] as const).flatMap((part) =>
    Object.entries(request[part]).map(
      ([name, text]) => [`${position}.${part}.${name}`, text] as const,
    ),
  )
  return [...parts, [`${position}.body`, request.body]]
}
