// A disk without a byte left.
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Resolves to what gives the space back. */
export async function fillDisk(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler')
  const file = await open(path, 'w')
  try {
    for (let size = 1 << 20; size >= 512; size /= 2) {
      const bytes = Buffer.alloc(size)
      const fits = () =>
        file.write(bytes).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      while (await fits());
    }
  } finally {
    await file.close()
  }
  return () => rm(path, { force: true })
}
