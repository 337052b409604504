// Limits how many calls of one tenant a process has under way, over all its endpoints.

/** The most such calls; a tenant whose endpoints hang blocks no more of the process. */
const shareMax = 32

export type Share = {
  isFull(tenant: string): boolean
  /** Counts a call of the tenant while it is made. */
  hold<T>(tenant: string, work: () => Promise<T>): Promise<T>
}

export function createShare(most = shareMax): Share {
  const held = new Map<string, number>()
  const add = (tenant: string, more: number) => {
    const left = (held.get(tenant) ?? 0) + more
    if (left > 0) held.set(tenant, left)
    else held.delete(tenant)
  }
  return {
    isFull: (tenant) => (held.get(tenant) ?? 0) >= most,
    async hold(tenant, work) {
      add(tenant, 1)
      try {
        return await work()
      } finally {
        add(tenant, -1)
      }
    },
  }
}
