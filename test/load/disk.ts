// A small disk, and a full one.
import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Fills the disk; resolves to a function that frees the space. */
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

/** The reason why no small disk can be mounted here; undefined when it can. */
export const lacksSmallDisk = (): string | undefined =>
  process.getuid?.() === 0 && process.platform === 'linux'
    ? undefined
    : 'a small disk can be mounted by root on Linux alone'

/** Mounts a disk at an existing folder; resolves to a function that unmounts it. */
export async function mountDisk(folder: string, sizeMb: number): Promise<() => Promise<void>> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'tmpfs', folder])
  return async () => void (await run('umount', ['-l', folder]))
}
