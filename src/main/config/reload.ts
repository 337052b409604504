// Reloads accounts and settings of tenants on SIGHUP and when their files change. An invalid configuration is refused
// as a whole: the old one stays, and the log says why.
import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Log } from '#src/platform/log.ts'

/** Editors and mounted secrets write a file in several steps, so changes are collected for this long. */
const debounceMs = 300

type Reloading = {
  /** The configuration files, where they are files. */
  readonly files: readonly (string | undefined)[]
  /** Reads and validates everything before it replaces anything; throws when something is wrong. */
  readonly reload: () => void
  readonly log: Pick<Log, 'info' | 'error' | 'warn'>
}

export function keepReloading(
  { files, reload, log }: Reloading,
  parts: AsyncDisposableStack,
): void {
  const reloadNow = (): void => {
    try {
      reload()
      log.info({}, 'accounts and settings are read anew')
    } catch (error) {
      // The message is safe to log: errors of the configuration contain positions in the file and never values.
      const reason = error instanceof Error ? error.message : 'unreadable'
      log.error({ reason }, 'the new accounts and settings are refused, nothing has changed')
    }
  }
  process.on('SIGHUP', reloadNow)
  parts.defer(() => void process.off('SIGHUP', reloadNow))
  let timer: NodeJS.Timeout | undefined
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(reloadNow, debounceMs)
  }
  for (const file of files.filter((one) => one !== undefined)) watchFile(file, soon, log, parts)
  parts.defer(() => clearTimeout(timer))
}

/** Watches the folder, because a replaced file is a new one; mounted secrets replace a link beside it. */
function watchFile(
  file: string,
  changed: () => void,
  log: Pick<Log, 'warn'>,
  parts: AsyncDisposableStack,
): void {
  const name = basename(file)
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_, what) => {
      if (what === null || what === name || what === '..data') changed()
    })
    watcher.on('error', () => undefined)
    parts.defer(() => watcher.close())
  } catch {
    log.warn({}, 'a file of settings cannot be watched: send SIGHUP after a change')
  }
}
