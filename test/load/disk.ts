// A small disk, and one without a byte left.
import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

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

/** Why a disk that can be filled cannot be had here. */
export const lacksSmallDisk = (): string | undefined =>
  process.getuid?.() === 0 && process.platform === 'linux'
    ? undefined
    : 'a small disk can be mounted by root on Linux alone'

/** A disk of its own for a folder that is there; resolves to what takes it away. */
export async function mountDisk(folder: string, sizeMb: number): Promise<() => Promise<void>> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'tmpfs', folder])
  return async () => void (await run('umount', ['-l', folder]))
}
