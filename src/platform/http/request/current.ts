// The request that is being answered, for what is written down on its way: handed along with the work it waits for.
import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string>()

export const inRequest = <T>(requestId: string, work: () => T): T => requests.run(requestId, work)

/** None in a task, or in a process that takes no requests. */
export const currentRequestId = (): string | undefined => requests.getStore()
