// A task that waits for its call holds a slot of the worker: one tenant's tasks may not hold them all.

export type Slots = {
  /** Whether the tenant's tasks hold as many as they may; of whom nothing is known, never. */
  isFull(tenant: string | undefined): boolean
  /** Counts a task of the tenant for as long as the work takes. */
  hold<T>(tenant: string | undefined, work: () => Promise<T>): Promise<T>
}

export function createSlots(most: number): Slots {
  const held = new Map<string, number>()
  const add = (tenant: string, more: number) => {
    const left = (held.get(tenant) ?? 0) + more
    if (left > 0) held.set(tenant, left)
    else held.delete(tenant)
  }
  return {
    isFull: (tenant) => tenant !== undefined && (held.get(tenant) ?? 0) >= most,
    async hold(tenant, work) {
      if (tenant === undefined) return work()
      add(tenant, 1)
      try {
        return await work()
      } finally {
        add(tenant, -1)
      }
    },
  }
}
