// The request that is being answered, for what is written down on its way: handed along with the work it waits for.
import { AsyncLocalStorage } from 'node:async_hooks'

type Current = { readonly requestId: string; showsRestricted: boolean }

const requests = new AsyncLocalStorage<Current>()

export const inRequest = <T>(requestId: string, work: () => T): T =>
  requests.run({ requestId, showsRestricted: false }, work)

/** None in a task, or in a process that takes no requests. */
export const currentRequestId = (): string | undefined => requests.getStore()?.requestId

/** That its answer has something of a transaction that a duty alone keeps. */
export function noteRestricted(): void {
  const current = requests.getStore()
  if (current) current.showsRestricted = true
}

export const showsRestricted = (): boolean => requests.getStore()?.showsRestricted === true
