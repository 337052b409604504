// What a definition file holds, each with its position in it.
import type { Definition } from './definition.ts'
import type { RequestDefinition } from './request.ts'

export type Placed<Of> = readonly [position: string, of: Of]

export function listRequests({
  request,
  lookUp,
  async: later,
}: Definition): Placed<RequestDefinition>[] {
  return [
    ['request', request],
    ...(lookUp ? [['lookUp.request', lookUp.request] as const] : []),
    ...(later?.poll ? [['async.poll.request', later.poll.request] as const] : []),
  ]
}

export function listExpressions(definition: Definition): Placed<string>[] {
  const { lookUp, errors, noData, success, map, pages, async: later } = definition
  const given: Placed<string | undefined>[] = [
    ...listRequests(definition).flatMap(([position, request]) => ofRequest(position, request)),
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

function ofRequest(position: string, request: RequestDefinition): Placed<string | undefined>[] {
  const parts = (['parameters', 'query', 'headers'] as const).flatMap((part) =>
    Object.entries(request[part]).map(
      ([name, text]) => [`${position}.${part}.${name}`, text] as const,
    ),
  )
  return [...parts, [`${position}.body`, request.body]]
}
