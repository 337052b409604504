// The request that is being answered, available to everything it calls by asynchronous context.
import { AsyncLocalStorage } from 'node:async_hooks'

type Current = { readonly requestId: string; showsRestricted: boolean }

const requests = new AsyncLocalStorage<Current>()

export const inRequest = <T>(requestId: string, work: () => T): T =>
  requests.run({ requestId, showsRestricted: false }, work)

/** Undefined in a task, and in a process that serves no requests. */
export const currentRequestId = (): string | undefined => requests.getStore()?.requestId

/** Notes that the answer shows data of a restricted transaction, one that is kept only because of a legal duty. */
export function noteRestricted(): void {
  const current = requests.getStore()
  if (current) current.showsRestricted = true
}

export const showsRestricted = (): boolean => requests.getStore()?.showsRestricted === true
