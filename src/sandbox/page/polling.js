/**
 * Calls `ask` repeatedly while the page is visible.
 * @param {(isCurrent: () => boolean) => Promise<number | undefined>} ask resolves to the seconds until the next call;
 *   undefined ends it. A result that is no longer current must be ignored.
 * @param {(isPaused: boolean) => void} paused
 * @returns {{ askNow: () => void, stop: () => void }}
 */
export function startPolling(ask, paused) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let latest = 0
  let stopped = false
  document.addEventListener('visibilitychange', changeVisibility)
  changeVisibility()
  return { askNow: () => void run(), stop }

  async function run() {
    clearTimeout(timer)
    if (stopped || document.hidden) return
    const mine = ++latest
    const isCurrent = () => !stopped && mine === latest
    const seconds = await ask(isCurrent)
    if (isCurrent() && seconds !== undefined) timer = setTimeout(run, seconds * 1000)
  }

  function changeVisibility() {
    paused(document.hidden)
    if (document.hidden) clearTimeout(timer)
    else void run()
  }

  function stop() {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', changeVisibility)
  }
}
