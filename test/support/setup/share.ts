// Starts something once per run, although vitest runs a global set-up once for each project that names it.

type Shared = { users: number; started: Promise<{ value: unknown; close: () => Promise<void> }> }

const registry: Map<string, Shared> = ((globalThis as Record<symbol, unknown>)[
  Symbol.for('atesta.shared')
] ??= new Map()) as Map<string, Shared>

/** Starts at the first call with a name, and closes when every caller has released it. */
export async function share<T>(
  name: string,
  start: () => Promise<{ readonly value: T; readonly close: () => Promise<void> }>,
): Promise<{ readonly value: T; readonly release: () => Promise<void> }> {
  const shared = registry.get(name) ?? { users: 0, started: start() }
  registry.set(name, shared)
  shared.users++
  const { value, close } = await shared.started
  return {
    // Safe because a name is always started by the same function.
    value: value as T,
    async release() {
      if (--shared.users > 0) return
      registry.delete(name)
      await close()
    },
  }
}
