// Pictures for tests, and a store in memory that can be made unavailable.
import sharp from 'sharp'
import { storageAway, type ObjectStore } from '#src/platform/object-store.ts'

/** A picture of one colour with noise, a different one for each `seed`. */
export async function drawImage(
  seed = 1,
  {
    width = 64,
    height = 48,
    format = 'jpeg',
  }: { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' } = {},
): Promise<Buffer> {
  const background = { r: (seed * 53) % 256, g: (seed * 97) % 256, b: (seed * 193) % 256 }
  const image = sharp({ create: { width, height, channels: 3, background } })
  return image.toFormat(format).toBuffer()
}

export type MemoryStore = ObjectStore & {
  readonly objects: Map<string, Uint8Array>
  /** While true, every call is rejected. */
  isAway: boolean
}

export function memoryStore(): MemoryStore {
  const objects = new Map<string, Uint8Array>()
  const check = () => {
    if (store.isAway) throw storageAway(new Error('away'))
  }
  const store: MemoryStore = {
    objects,
    isAway: false,
    async put(name, bytes) {
      check()
      objects.set(name, bytes)
    },
    async get(name) {
      check()
      return objects.get(name)
    },
    async remove(names) {
      check()
      for (const name of names) objects.delete(name)
    },
    async *list(folder) {
      check()
      yield [...objects.keys()].filter((name) => name.startsWith(folder))
    },
  }
  return store
}

export async function listAll(store: ObjectStore, folder: string): Promise<string[]> {
  const names: string[] = []
  for await (const page of store.list(folder)) names.push(...page)
  return names
}
